#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fitness/evocrash.h"
#include "fitness/testdata/scenario.h"

namespace reenact {
namespace {

/// Functions f0 (innermost) ... f11, each with line 10 of its own; the trace is given as their numbers.
class TraceMatches : public testing::Test {
 protected:
  TraceMatches() {
    scenario_.exception("Failure");
    for (int i = 0; i < 12; ++i)
      functions_.push_back(scenario_.add(make_function(fmt::format("f{}", i), {{}}, {{10}})));
  }
  void report(const std::vector<unsigned>& frames) {
    for (const unsigned each : frames) scenario_.frame(functions_[each], 10, 0);
  }
  bool matches(const std::vector<unsigned>& frames) {
    Observation run = scenario_.run();
    std::vector<TraceFrame> trace;
    for (const unsigned each : frames) trace.push_back({functions_[each], Line(10u)});
    run.depth = depth_ > 0 ? depth_ : static_cast<std::uint32_t>(trace.size());
    Scenario::raises(run, "Failure", trace);
    return trace_matches(scenario_.goal(), run);
  }
  std::uint32_t depth_ = 0;  // 0: the trace is whole
  Scenario scenario_;
  std::vector<FunctionId> functions_;
};

TEST_F(TraceMatches, LongTracesAreComparedWhole) {
  report({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  EXPECT_TRUE(matches({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_TRUE(matches({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));  // called by more
  EXPECT_FALSE(matches({0, 1, 2, 3, 4, 5, 6, 11, 10, 9}));       // another way to the same innermost frames
}

TEST_F(TraceMatches, HowOftenARecursionWentRoundIsNoPartOfTheCrash) {
  report({0, 1, 2, 1, 2, 1, 2, 1, 2, 3});
  EXPECT_TRUE(matches({0, 1, 2, 1, 2, 3}));
  EXPECT_TRUE(matches({0, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 3}));
  EXPECT_FALSE(matches({0, 1, 2, 1, 2, 4}));
}

TEST_F(TraceMatches, WithoutItsMiddleTheInnermostFramesDo) {
  report({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  depth_ = 1000;
  EXPECT_TRUE(matches({0, 1, 2, 3, 4, 5, 11, 10}));
  EXPECT_FALSE(matches({0, 1, 2, 3, 11, 10, 9, 8}));
}

TEST_F(TraceMatches, FramesThatATailCallReplacedMayBeSeen) {
  report({0, 1, 2});
  EXPECT_TRUE(matches({0, 5, 6, 1, 2}));
  EXPECT_FALSE(matches({0, 5, 6, 7, 1, 2}));
  EXPECT_FALSE(matches({5, 0, 1, 2}));  // not in front of the innermost one
}

TEST(KindMatches, AWriteIsNoRead) {
  Scenario scenario;
  scenario.report().kind = CrashKind::kGlobalOverflow;
  scenario.report().access = Access::kRead;
  Observation run = scenario.run();
  run.raised = true;
  run.kind = CrashKind::kGlobalOverflow;
  EXPECT_TRUE(kind_matches(scenario.goal(), run)) << "the run does not tell";
  run.access = Access::kRead;
  EXPECT_TRUE(kind_matches(scenario.goal(), run));
  run.access = Access::kWrite;
  std::string difference;
  EXPECT_FALSE(kind_matches(scenario.goal(), run, &difference));
  EXPECT_EQ(difference, "access differs: READ expected, WRITE seen");
}

}  // namespace
}  // namespace reenact
