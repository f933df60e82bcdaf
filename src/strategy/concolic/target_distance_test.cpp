#include "strategy/concolic/target_distance.h"

#include <gtest/gtest.h>

namespace reenact::concolic {
namespace {

/// Functions by name; each begins with `if (...) block 1 else block 2`, and block 3 ends it.
class TargetDistanceTest : public testing::Test {
 protected:
  TargetDistanceTest() {
    for (const char* name : {"target", "valid", "store", "other"}) {
      Function function;
      function.id = FunctionId(program_.functions.size());
      function.linkage_name = name;
      function.blocks.resize(4);
      function.blocks[0].successors = {BlockId(1u), BlockId(2u)};
      function.blocks[1].successors = function.blocks[2].successors = {BlockId(3u)};
      program_.by_linkage_name.emplace(name, function.id);
      program_.functions.push_back(function);
    }
    // Its block 1 crashes, and before the branch it asks valid().
    goal_.program = &program_;
    goal_.frames = {{id("target"), Line(14u), {BlockId(1u)}}};
    function("target").calls.push_back({.block = BlockId(0u), .line = Line(12u), .callee = "valid", .signature = {}});
  }

  FunctionId id(const std::string& name) { return program_.by_linkage_name.at(name); }
  Function& function(const std::string& name) { return program_.functions[id(name).index()]; }
  /// From behind the first branch of `name`, taken that way.
  int behind(const std::string& name, std::uint32_t successor) {
    const TargetDistance distance(goal_, CallGraph(program_));
    return distance({branch_of(function(name), BlockId(0u)), successor});
  }

  ProgramModel program_;
  Goal goal_;
};

TEST_F(TargetDistanceTest, CountsBlocksAndGoesBackToCallers) {
  EXPECT_EQ(behind("target", 0), 0);
  EXPECT_EQ(behind("target", 1), kNoWay);
  EXPECT_EQ(behind("valid", 0), behind("valid", 1));
  EXPECT_GT(behind("valid", 0), 0);
  EXPECT_EQ(behind("other", 0), kNoWay);
  EXPECT_EQ(TargetDistance(goal_, CallGraph(program_))({1, 0}), kUnknownBranch);
}

// valid() returns what is asked in block 2; store() stores the field that a branch asks for in block 1.
TEST_F(TargetDistanceTest, WhereADeciderGivesItsAnswerIsNearer) {
  const auto question = [](bool is_state, FunctionId function, unsigned block) {
    return Question{.is_state = is_state, .answers = {{.function = function, .places = {.blocks = {BlockId(block)}}}}};
  };
  goal_.deciders.questions = {question(false, id("valid"), 2), question(true, id("store"), 1)};
  EXPECT_LT(behind("valid", 1), behind("valid", 0));
  EXPECT_GT(behind("store", 0), behind("valid", 1)) << "another call has to come";
  EXPECT_EQ(behind("store", 1), kNoWay);
}

}  // namespace
}  // namespace reenact::concolic
