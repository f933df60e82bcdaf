// How C++ types are spelled in generated code and in tests.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/PrettyPrinter.h>
#include <clang/AST/Type.h>

#include <map>
#include <string>

namespace reenact::api {

class TypeNames {
 public:
  explicit TypeNames(const clang::ASTContext& context);

  /// Fully qualified spelling of a type, by the project's and the standard library's aliases where there are some.
  [[nodiscard]] std::string spelling(clang::QualType type) const;
  /// A nicer name for a class: the project's alias of a specialisation. The first one given counts.
  void name_record(const clang::CXXRecordDecl* record, std::string name);

 private:
  clang::PrintingPolicy policy_;
  std::map<const clang::CXXRecordDecl*, std::string> names_;
};

/// False for types that generated code cannot name: unnamed, local, private, compiler-internal, or made of such.
[[nodiscard]] bool can_be_named(clang::QualType type);

}  // namespace reenact::api
