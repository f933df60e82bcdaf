#include "api/sources/parse_source.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <gtest/gtest.h>

#include <csignal>

#include "api/sources/clang_here.h"

namespace reenact::api {
namespace {

/// What it does with the translation unit.
class DoesWithIt final : public clang::ASTFrontendAction {
 public:
  explicit DoesWithIt(void (*what)()) : what_(what) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    class Consumer final : public clang::ASTConsumer {
     public:
      explicit Consumer(void (*what)()) : what_(what) {}
      void HandleTranslationUnit(clang::ASTContext&) override { what_(); }

     private:
      void (*what_)();
    };
    return std::make_unique<Consumer>(what_);
  }

 private:
  void (*what_)();
};

bool parse(void (*what)()) {
  return parse_source(std::make_unique<DoesWithIt>(what), "int one;", {"-fsyntax-only"}, "one.cpp", compiler_here());
}

TEST(ParseSource, ACrashOfClangsIsSurvived) {
  EXPECT_TRUE(parse([] {}));
  EXPECT_FALSE(parse([] { std::raise(SIGSEGV); }));
  EXPECT_FALSE(parse([] { std::raise(SIGABRT); }));
  EXPECT_TRUE(parse([] {}));
}

}  // namespace
}  // namespace reenact::api
