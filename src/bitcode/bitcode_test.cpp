#include "bitcode/bitcode.h"

#include <gtest/gtest.h>
#include <llvm/IR/CFG.h>
#include <stdlib.h>

#include "base/files.h"
#include "bitcode/variables.h"
#include "build/build.h"
#include "program/program_model_reader.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// A project of two units, built with our pass and as bitcode.
class BitcodeOfProject : public testing::Test {
 protected:
  BitcodeOfProject() {
    std::string name = (fs::temp_directory_path() / "reenact_bitcode_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    setenv("REENACT_LIBDIR", REENACT_BINARY_DIR "/lib/reenact", 1);
    options_.build_dir = folder_;
    options_.cache_dir = folder_ / "cache";
    add("a.cpp", R"(
#include <string>
#include <vector>
#include <stdexcept>
struct Stack { std::vector<int> items; unsigned depth = 0; int pop(); void push(int); };
namespace { int helper(int x) { return x > 3 ? x * 2 : x && x != 1; } }
int Stack::pop() {
  if (items.empty()) throw std::out_of_range("empty");
  const int top = items.back();
  items.pop_back();
  for (unsigned i = 0; i < depth; ++i) if (helper(top) && i > 2) return 7;
  switch (top) { case 1: return 5; case 2: case 9: return 6; default: return top; }
}
void Stack::push(int x) { items.push_back(x); depth = items.size(); }
std::string join(const std::string& a, const char* b) { try { return a.empty() ? b : a + b; } catch (const std::bad_alloc&) { return {}; } }
)");
    add("b.cpp", "namespace { int helper(int x) { return x; } } int other(int x) { return helper(x); }\n");
  }
  ~BitcodeOfProject() override { fs::remove_all(folder_); }

  void add(const std::string& name, const std::string& code) {
    CompileCommand command;
    command.directory = folder_;
    command.file = folder_ / name;
    command.arguments = {"c++", "-std=c++17"};
    EXPECT_TRUE(write_file(command.file, code));
    commands_.push_back(command);
  }

  void build() {
    const auto instrumented = build_units(commands_, Flavour::kInstrumented, options_);
    const auto bitcode = build_units(commands_, Flavour::kBitcode, options_);
    ASSERT_TRUE(instrumented && bitcode);
    std::vector<fs::path> models, units;
    for (const BuiltUnit& unit : instrumented->units) models.push_back(unit.model);
    for (const BuiltUnit& unit : bitcode->units) units.push_back(unit.object);
    program_ = read_program_model(models).value();
    bitcode_.emplace(Bitcode::open(units).value());
  }

  fs::path folder_;
  SubjectOptions options_;
  std::vector<CompileCommand> commands_;
  ProgramModel program_;
  std::optional<Bitcode> bitcode_;
};

TEST_F(BitcodeOfProject, HasTheBlocksLinesAndSuccessorsOfTheModel) {
  build();
  ASSERT_GE(program_.functions.size(), 5u);
  for (const Function& function : program_.functions) {
    llvm::Function* const body = bitcode_->body_of(function);
    ASSERT_NE(body, nullptr) << function.name;
    std::size_t number = 0;
    for (const llvm::BasicBlock& block : *body) {
      const Block& model = function.blocks[number];
      EXPECT_EQ(number_of(block).index(), number);
      std::vector<BlockId> successors;
      for (const llvm::BasicBlock* next : llvm::successors(&block)) successors.push_back(number_of(*next));
      EXPECT_EQ(successors, model.successors) << function.name << " block " << number;
      std::vector<Line> lines;
      for (const llvm::Instruction& instruction : block)
        if (const Line line = line_of(instruction); line.value != 0 && std::ranges::find(lines, line) == lines.end())
          lines.push_back(line);
      EXPECT_EQ(lines, model.lines) << function.name << " block " << number;
      ++number;
    }
  }
}

TEST_F(BitcodeOfProject, LoadsOnlyWhatIsAskedFor) {
  build();
  EXPECT_EQ(bitcode_->loaded(), 0u);
  const auto pop = program_.find("_ZN5Stack3popEv");
  ASSERT_TRUE(pop);
  ASSERT_NE(bitcode_->body_of(program_[*pop]), nullptr);
  EXPECT_EQ(bitcode_->loaded(), 1u);
}

TEST_F(BitcodeOfProject, LocalFunctionsOfTwoUnitsAreTwo) {
  build();
  std::vector<llvm::Function*> helpers;
  for (const Function& function : program_.functions)
    if (function.name.find("helper") != std::string::npos) helpers.push_back(bitcode_->body_of(function));
  ASSERT_EQ(helpers.size(), 2u);
  EXPECT_NE(helpers[0], helpers[1]);
}

TEST_F(BitcodeOfProject, StringsHaveBodies) {
  build();
  const auto join = program_.find("_Z4joinRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEPKc");
  ASSERT_TRUE(join);
  llvm::Function* const body = bitcode_->body_of(program_[*join]);
  ASSERT_NE(body, nullptr);
  bool found = false;
  for (const llvm::BasicBlock& block : *body)
    for (const llvm::Instruction& instruction : block)
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && call->getCalledFunction())
        if (call->getCalledFunction()->getName().contains("basic_string") &&
            call->getCalledFunction()->getName().contains("5empty"))
          found = bitcode_->body_of(*call->getCalledFunction()) != nullptr;
  EXPECT_TRUE(found);
}

TEST_F(BitcodeOfProject, KnowsVariablesAndMembers) {
  build();
  llvm::Function* const pop = bitcode_->body_of(program_[*program_.find("_ZN5Stack4pushEi")]);
  const Variables variables(*pop);
  ASSERT_NE(variables.parameter(0), nullptr);
  EXPECT_EQ(variables.parameter(0)->name, "this");
  ASSERT_NE(variables.parameter(1), nullptr);
  EXPECT_EQ(variables.parameter(1)->name, "x");
  const llvm::DIType* const stack = pointee(variables.parameter(0)->type);
  EXPECT_EQ(member_at(stack, 24, 32)->path, ".depth");
  EXPECT_EQ(member_at(stack, 8, 64)->path, ".items._M_impl._M_finish");
  EXPECT_FALSE(member_at(stack, 25, 32));
}

}  // namespace
}  // namespace reenact
