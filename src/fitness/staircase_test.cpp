#include "fitness/staircase.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fitness/testdata/scenario.h"

namespace reenact {
namespace {

/// A stack of two: `inner` (one block, lines 20-22, throws at 21), called by fromMap at its line 413.
class StaircaseTest : public testing::Test {
 protected:
  StaircaseTest() {
    scenario_.exception("ClassCastException");
    inner_ = scenario_.add(make_function("inner", {{}}, {{20, 21, 22}}));
    outer_ = scenario_.add(from_map());
    elsewhere_ = scenario_.add(make_function("elsewhere", {{}}, {{30}}));
    scenario_.frame(inner_, 21, 0);
    scenario_.frame(outer_, 413, 6);
  }
  [[nodiscard]] double value(const Observation& run) { return Staircase(scenario_.goal()).evaluate(run); }
  /// At line 413 of an entered fromMap.
  Observation at_target() {
    Observation run = scenario_.run();
    run.context = 0b10;
    scenario_.covers(run, outer_, {0, 1, 2, 4, 6}, {0, 1, 0, 1, 1, 0, 1, 0}, 413);
    return run;
  }
  /// In `inner`, called from there.
  Observation in_inner() {
    Observation run = at_target();
    run.context = 0b11;
    scenario_.covers(run, inner_, {0}, {}, 21);
    return run;
  }
  Scenario scenario_;
  FunctionId inner_, outer_, elsewhere_;
};

TEST_F(StaircaseTest, OutermostFunctionNotEntered) {
  // Frame 1 of 0..1; five decisions lie before its line (weighted_sum_test.cpp), so it is 6 away.
  EXPECT_DOUBLE_EQ(value(scenario_.run()), 1 + 6.0 / 7 + 3);
}

TEST_F(StaircaseTest, LineOfTheOutermostFrameNotReached) {
  Observation run = scenario_.run();
  run.context = 0b10;
  scenario_.covers(run, outer_, {0, 1, 8, 9}, {0, 0, 3, 0});
  EXPECT_DOUBLE_EQ(value(run), 1 + 2.75 / 3.75 + 3);
  run.kind = CrashKind::kTimeout;
  EXPECT_DOUBLE_EQ(value(run), 1 + 2.75 / 3.75 + 3 + 0.5);
}

TEST_F(StaircaseTest, LineReachedButTheCallNotMade) {
  EXPECT_DOUBLE_EQ(value(at_target()), 1 + 0.2 / 1.2 + 3);
  EXPECT_EQ(Staircase(scenario_.goal()).aim(at_target()), FrameIndex(1u));
}

// No branch decides about the line, and still the run ended before it.
TEST_F(StaircaseTest, ALineThatARunEndedBeforeIsToldAsNotReached) {
  const FunctionId close = scenario_.add(make_function("close", {{1, 2}, {2}, {}}, {{50}, {51}, {52}}));
  scenario_.frame(close, 52, 2);
  Observation run = scenario_.run();
  run.context = 0b100;
  scenario_.covers(run, close, {0}, {kNever, kNever}, 50);
  EXPECT_THAT(Staircase(scenario_.goal()).explain(run), testing::EndsWith(":52 in close not reached"));
  Observation later = scenario_.run();
  later.context = 0b100;
  scenario_.covers(later, close, {0, 2}, {1, 0}, 52);
  EXPECT_THAT(Staircase(scenario_.goal()).explain(later), testing::HasSubstr("reached, but fromMap was not called"));
}

TEST_F(StaircaseTest, EnteredFromElsewhereIsNoProgress) {
  Observation run = at_target();
  scenario_.covers(run, inner_, {0}, {}, 21);
  EXPECT_DOUBLE_EQ(value(run), 1 + 0.2 / 1.2 + 3);
}

TEST_F(StaircaseTest, AllLinesReachedAnotherOutcome) {
  EXPECT_DOUBLE_EQ(value(in_inner()), 3);
  Observation other = in_inner();
  Scenario::raises(other, "NullPointerException", {{inner_, Line(21u)}, {outer_, Line(413u)}});
  EXPECT_DOUBLE_EQ(value(other), 3);
}

TEST_F(StaircaseTest, RightKindInAnotherPlace) {
  Observation run = in_inner();
  Scenario::raises(run, "ClassCastException", {{outer_, Line(413u)}});
  EXPECT_DOUBLE_EQ(value(run), 3.0 / 4);  // EvoCrash's D = 3 for the frame of inner that is missing
  run.trace = {{elsewhere_, Line(30u)}};  // another call of the same test: no nearer than none
  EXPECT_DOUBLE_EQ(value(run), 3);
}

TEST_F(StaircaseTest, DyingBeforeTheLineIsNotReachingIt) {
  Observation run = in_inner();
  Scenario::raises(run, "ClassCastException", {{elsewhere_, Line(30u)}, {inner_, Line(20u)}, {outer_, Line(413u)}});
  run.coverage.back().stopped = Line(20u);
  EXPECT_DOUBLE_EQ(value(run), 0.2 / 1.2 + 3);
  EXPECT_THAT(Staircase(scenario_.goal()).explain(run), testing::EndsWith(":21 in inner not reached"));
  run.trace[1].line = run.coverage.back().stopped = Line(22u);  // behind it
  EXPECT_LT(value(run), 3);
}

TEST_F(StaircaseTest, WhereMemoryIsWantedGettingThroughIsNearer) {
  scenario_.report().kind = CrashKind::kUseAfterFree;
  EXPECT_DOUBLE_EQ(value(in_inner()), 2.9);
  Observation null = in_inner();
  null.raised = true;
  null.kind = CrashKind::kNullDereference;
  null.trace = {{inner_, Line(21u)}};
  EXPECT_DOUBLE_EQ(value(null), 3);
}

TEST_F(StaircaseTest, TheCrash) {
  Observation run = in_inner();
  Scenario::raises(run, "ClassCastException", {{inner_, Line(21u)}, {outer_, Line(413u)}});
  EXPECT_DOUBLE_EQ(value(run), 0);
  EXPECT_EQ(Staircase(scenario_.goal()).explain(run), "the crash");
}

TEST_F(StaircaseTest, WhoAllocatedTheMemoryBelongsToTheCrash) {
  Goal goal = scenario_.goal();
  goal.allocated_by = {{elsewhere_, Line(30u), {BlockId(0u)}}};
  Observation run = in_inner();
  Scenario::raises(run, "ClassCastException", {{inner_, Line(21u)}, {outer_, Line(413u)}});
  EXPECT_DOUBLE_EQ(Staircase(goal).evaluate(run), 0) << "not known: the verdict decides";
  run.allocated_by = {true, {}};
  EXPECT_DOUBLE_EQ(Staircase(goal).evaluate(run), 1.0 / 2 / 4) << "the test itself did";
  EXPECT_EQ(Staircase(goal).explain(run), "the memory was allocated elsewhere: 1 of 1 frames differ");
  run.allocated_by.frames = {{elsewhere_, Line(30u)}};
  EXPECT_DOUBLE_EQ(Staircase(goal).evaluate(run), 0);
}

TEST_F(StaircaseTest, WhoFreedTheMemoryBelongsToTheCrash) {
  Goal goal = scenario_.goal();
  goal.freed_by = {{elsewhere_, Line(30u), {BlockId(0u)}}, {outer_, Line(413u), {BlockId(6u)}}};
  Observation run = in_inner();
  Scenario::raises(run, "ClassCastException", {{inner_, Line(21u)}, {outer_, Line(413u)}});
  EXPECT_DOUBLE_EQ(Staircase(goal).evaluate(run), 0) << "not known: the verdict decides";
  run.freed_by = {true, {{elsewhere_, Line(30u)}, {inner_, Line(21u)}}};
  EXPECT_DOUBLE_EQ(Staircase(goal).evaluate(run), 1.0 / 2 / 4);
  EXPECT_EQ(Staircase(goal).explain(run), "the memory was freed elsewhere: 1 of 2 frames differ");
  run.freed_by = {true, {{inner_, Line(21u)}}};
  EXPECT_DOUBLE_EQ(Staircase(goal).evaluate(run), 2.0 / 3 / 4);
  run.freed_by = {true, {{elsewhere_, Line(30u)}, {outer_, Line(413u)}}};
  EXPECT_DOUBLE_EQ(Staircase(goal).evaluate(run), 0);
}

}  // namespace
}  // namespace reenact
