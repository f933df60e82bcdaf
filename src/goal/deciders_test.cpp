#include "goal/deciders.h"

#include <gtest/gtest.h>

#include "goal/goal.h"

namespace reenact {
namespace {

/// Bits of a number that is known.
Produced number(std::uint64_t value, unsigned block) {
  return {.ones = value, .zeros = ~value, .block = BlockId(block)};
}

const Comparison kIsTrue{"ne", 1, 0, 1};
const Comparison kIsZero{"eq", 0xffffffff, 0, 32};

/// Functions by name; each begins with `if (...) block 1 else block 2`, and block 3 ends it.
class FindDeciders : public testing::Test {
 protected:
  FindDeciders() { make("target", 10); }

  Function& make(const std::string& name, unsigned line = 0) {
    Function function;
    function.id = FunctionId(program_.functions.size());
    function.linkage_name = name;
    function.blocks.resize(4);
    function.blocks[0].successors = {BlockId(1u), BlockId(2u)};
    function.blocks[1].successors = function.blocks[2].successors = {BlockId(3u)};
    function.edge_count = 2;
    function.first_line = Line(line);
    program_.by_linkage_name.emplace(name, function.id);
    program_.functions.push_back(function);
    return program_.functions.back();
  }
  Function& operator[](const std::string& name) {
    return program_.functions[program_.by_linkage_name.at(name).index()];
  }
  FunctionId id(const std::string& name) { return program_.by_linkage_name.at(name); }

  /// The first branch of `caller` tests what `callee`, called at line 12, returns.
  void tests(const std::string& caller, const std::string& callee, const Comparison& comparison = kIsTrue) {
    (*this)[caller].calls.push_back({.block = BlockId(0u), .line = Line(12u), .callee = callee, .signature = {}});
    (*this)[caller].result_tests.push_back({BlockId(0u), callee, comparison});
  }

  Deciders find(const DeciderLimits& limits = {}) {
    Goal goal;
    goal.program = &program_;
    goal.frames = {{id("target"), Line(14u), {BlockId(1u)}}};
    return find_deciders(goal, CallGraph(program_), limits);
  }
  [[nodiscard]] static const Question& first_of(const Deciders& found, FunctionId function) {
    return found.questions.at(found.of_branch.at({function, 0u}));
  }

  ProgramModel program_;
};

TEST_F(FindDeciders, WhereAFunctionReturnsWhatABranchAsks) {
  make("check").results = {number(0, 2), number(1, 1)};
  tests("target", "check");
  const Deciders found = find();
  EXPECT_EQ(found.functions, std::vector{id("check")});
  ASSERT_EQ(found.asked.size(), 1u);
  EXPECT_EQ(found.asked[0].caller, 0u);
  EXPECT_EQ(found.asked[0].line, Line(12u));
  const Question& question = first_of(found, id("target"));
  EXPECT_EQ(question.made, 1u << 1);
  ASSERT_EQ(question.answers.size(), 1u);
  EXPECT_EQ(question.answers[0].function, id("check"));
  EXPECT_EQ(question.answers[0].rest, Answer::Rest::kNothing);
  EXPECT_EQ(question.answers[0].places.blocks, std::vector{BlockId(1u)});
}

TEST_F(FindDeciders, AComparisonThatIsReturnedIsMeasured) {
  Produced truth{.block = BlockId(1u), .successor = 0, .truth = 2};
  make("check").results = {number(0, 2), truth};
  (*this)["check"].truth_count = 2;
  tests("target", "check", {"eq", 1, 0, 1});  // asks for false
  const Deciders found = find();
  const Question& question = first_of(found, id("target"));
  ASSERT_EQ(question.answers.size(), 2u);
  EXPECT_EQ(question.answers[1].rest, Answer::Rest::kTruth);
  EXPECT_EQ(question.answers[1].truth, 1u) << "the edge of false";
  EXPECT_EQ(question.answers[1].places.edges, (std::vector<Edge>{{BlockId(1u), 0}}));
}

TEST_F(FindDeciders, GoesOnThroughResultsAndBranches) {
  // check() returns deep() == 0; the branch in deep() tests deepest().
  make("check").results = {{.block = BlockId(3u), .callee = "deep", .comparison = kIsZero}};
  make("deep").results = {number(0, 1), number(7, 2)};
  make("deepest").results = {number(0, 2), number(1, 1)};
  tests("target", "check");
  tests("deep", "deepest");
  const Deciders found = find();
  EXPECT_EQ(found.functions, (std::vector{id("check"), id("deep"), id("deepest")}));
  ASSERT_EQ(found.asked.size(), 3u);
  EXPECT_EQ(found.asked[1].caller, 1u);
  EXPECT_EQ(found.asked[2].caller, 2u);
  const Question& outer = first_of(found, id("target"));
  ASSERT_EQ(outer.answers.at(0).rest, Answer::Rest::kQuestion);
  const Question& inner = found.questions.at(outer.answers[0].question);
  EXPECT_EQ(inner.answers.at(0).places.blocks, std::vector{BlockId(1u)}) << "where deep() returns 0";
  EXPECT_EQ(first_of(found, id("deep")).answers.at(0).function, id("deepest"));
  EXPECT_EQ(find({.depth = 2}).functions.size(), 2u);
}

TEST_F(FindDeciders, WhereAFieldIsStoredAsABranchAsks) {
  const FieldId open{0u};
  (*this)["target"].tests = {{BlockId(0u), open, kIsTrue}};
  make("unlock").stores = {{open, number(1, 1)}};
  make("lock").stores = {{open, number(0, 1)}};
  make("turn").calls = {{.block = BlockId(2u), .line = Line(), .callee = "unlock", .signature = {}}};
  const Deciders found = find();
  EXPECT_TRUE(found.asked.empty());
  const Question& question = first_of(found, id("target"));
  EXPECT_TRUE(question.is_state);
  ASSERT_EQ(question.answers.size(), 1u);
  EXPECT_EQ(question.answers[0].function, id("unlock"));
  ASSERT_EQ(question.answers[0].calls.size(), 1u);
  EXPECT_EQ(question.answers[0].calls[0].function, id("turn"));
  EXPECT_EQ(question.answers[0].calls[0].places.blocks, std::vector{BlockId(2u)});
  EXPECT_TRUE(find({.writers = 0}).functions.empty());
}

TEST_F(FindDeciders, WhatSaysNothingIsNotObserved) {
  make("length").results = {{.block = BlockId(3u)}};  // any number, computed in one place
  tests("target", "length", kIsZero);
  EXPECT_TRUE(find().functions.empty());
}

TEST_F(FindDeciders, FunctionsThatAskOneAnotherComeToAnEnd) {
  make("even").results = {number(1, 1), {.block = BlockId(2u), .callee = "odd", .comparison = kIsTrue}};
  make("odd").results = {number(0, 1), {.block = BlockId(2u), .callee = "even", .comparison = kIsTrue}};
  tests("target", "even");
  tests("even", "odd");
  EXPECT_EQ(find().functions.size(), 2u);
}

}  // namespace
}  // namespace reenact
