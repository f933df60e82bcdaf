#include "fitness/weighted_sum.h"

#include <gtest/gtest.h>

#include "fitness/evocrash.h"
#include "fitness/make_fitness.h"
#include "fitness/testdata/scenario.h"

namespace reenact {
namespace {

/// A stack of two: `inner` (one block, lines 20-22, throws at 21), called by fromMap at its line 413.
class WeightedSumTest : public testing::Test {
 protected:
  WeightedSumTest() {
    scenario_.exception("ClassCastException");
    inner_ = scenario_.add(make_function("inner", {{}}, {{20, 21, 22}}));
    outer_ = scenario_.add(from_map());
    scenario_.frame(inner_, 21, 0);
    scenario_.frame(outer_, 413, 6);
  }
  [[nodiscard]] double value(const Observation& run) { return WeightedSum(scenario_.goal()).evaluate(run); }
  /// At line 413, everything before it taken at once.
  Observation at_target(unsigned stopped = 413) {
    Observation run = scenario_.run();
    scenario_.covers(run, outer_, {0, 1, 2, 4, 6}, {0, 1, 0, 1, 1, 0, 1, 0}, stopped);
    return run;
  }
  Scenario scenario_;
  FunctionId inner_, outer_;
};

TEST_F(WeightedSumTest, LineNotReached) {
  Observation run = scenario_.run();
  scenario_.covers(run, outer_, {0, 1, 8, 9}, {0, 0, 3, 0});
  // Decided by 406: 407-408 and 410 are still before 413. d_s = phi(2 + phi(3)) = 2.75 / 3.75.
  EXPECT_DOUBLE_EQ(value(run), 3 * (2.75 / 3.75) + 2 + 1);
  Scenario::raises(run, "ClassCastException");  // the type counts once the line is reached
  EXPECT_DOUBLE_EQ(value(run), 3 * (2.75 / 3.75) + 2 + 1);
}

TEST_F(WeightedSumTest, FunctionNotEntered) {
  // Five decisions lie before it: 410, 408, 406, 403, and 403 once more, which decides whether the loop comes back to
  // it. More than all of them: 6.
  Observation run = scenario_.run();
  scenario_.covers(run, outer_, {});
  EXPECT_DOUBLE_EQ(value(run), 3 * (6.0 / 7) + 3);
  EXPECT_DOUBLE_EQ(value(scenario_.run()), 3 * (6.0 / 7) + 3);
}

TEST_F(WeightedSumTest, LineReachedWithoutTheException) {
  EXPECT_DOUBLE_EQ(value(at_target()), 0 + 2 + 1);
  Observation other = at_target();
  Scenario::raises(other, "NullPointerException", {{outer_, Line(413u)}});
  EXPECT_DOUBLE_EQ(value(other), 0 + 2 + 1);
}

TEST_F(WeightedSumTest, ExceptionThrownWithAnotherTrace) {
  Observation run = at_target();
  Scenario::raises(run, "ClassCastException", {{outer_, Line(413u)}});
  EXPECT_DOUBLE_EQ(value(run), 3.0 / 4);  // D = 3 (no frame of inner) + 0; phi(3)
  run.trace = {{inner_, Line(22u)}, {outer_, Line(413u)}};
  EXPECT_DOUBLE_EQ(value(run), 0.5 / 1.5);  // D = phi(1) + 0; phi(1/2)
}

TEST_F(WeightedSumTest, TheCrash) {
  Observation run = at_target();
  Scenario::raises(run, "ClassCastException", {{inner_, Line(21u)}, {outer_, Line(413u)}});
  EXPECT_DOUBLE_EQ(value(run), 0);
  EXPECT_EQ(WeightedSum(scenario_.goal()).explain(run), "the crash");
}

TEST_F(WeightedSumTest, ABlockIsNotALine) {
  // Target 21: its block is entered, but the run is stopped at 20 by the very exception looked for.
  Scenario scenario;
  scenario.exception("ClassCastException");
  const FunctionId function = scenario.add(make_function("inner", {{}}, {{20, 21, 22}}));
  scenario.frame(function, 21, 0);
  Observation run = scenario.run();
  scenario.covers(run, function, {0}, {}, 20);
  Scenario::raises(run, "ClassCastException", {{function, Line(20u)}});
  EXPECT_DOUBLE_EQ(WeightedSum(scenario.goal()).evaluate(run), 3 * 0 + 2 + 1);
  EXPECT_EQ(WeightedSum(scenario.goal()).explain(run), "line inner.cpp:21 in inner not reached");
  EXPECT_LT(EvoCrash(scenario.goal(), EvoCrash::Trace::kNearest).evaluate(run), 1);  // takes the block for the line
}

TEST_F(WeightedSumTest, AnInvalidTestIsTheWorst) {
  Observation run = at_target();
  run.invalid = true;
  EXPECT_DOUBLE_EQ(value(run), 6);
}

TEST(MakeFitness, EveryNameMakesOne) {
  Scenario scenario;
  scenario.exception("int");
  scenario.frame(scenario.add(from_map()), 413, 6);
  for (const std::string& name : fitness_names()) {
    const auto fitness = make_fitness(name, scenario.goal());
    ASSERT_NE(fitness, nullptr) << name;
    EXPECT_GT(fitness->evaluate(scenario.run()), 0) << name;
    EXPECT_LE(fitness->evaluate(scenario.run()), fitness->worst()) << name;
  }
  EXPECT_EQ(make_fitness("no such", scenario.goal()), nullptr);
}

}  // namespace
}  // namespace reenact
