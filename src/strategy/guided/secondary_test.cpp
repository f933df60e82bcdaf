#include "strategy/guided/secondary.h"

#include <gtest/gtest.h>

#include "fitness/stdistance.h"
#include "fitness/testdata/scenario.h"
#include "fitness/weighted_sum.h"

namespace reenact {
namespace {

TEST(Secondary, PrefersTheTestThatWasStoppedLater) {
  Scenario scenario;
  scenario.exception("ClassCastException");
  const FunctionId function = scenario.add(from_map());
  scenario.frame(function, 413, 6);
  WeightedSum fitness(scenario.goal());
  Secondary secondary(scenario.goal(), fitness, true);
  std::vector<TestCase> tests(4);
  const auto note = [&](std::size_t test, unsigned line) {
    Observation run = scenario.run();
    scenario.covers(run, function, {0, 1}, {0, 1}, line);
    Scenario::raises(run, "NullPointerException", {{function, Line(line)}});
    secondary.note(tests[test], run);
  };
  const auto prefers = [&](std::size_t a, std::size_t b) {
    return secondary.prefers(secondary.kind(tests[a]), secondary.kind(tests[b]));
  };
  note(0, 404);
  note(1, 405);
  note(2, 404);
  EXPECT_TRUE(prefers(1, 0));
  EXPECT_FALSE(prefers(0, 1));
  EXPECT_EQ(secondary.kind(tests[0]), secondary.kind(tests[2]));
  EXPECT_FALSE(prefers(1, 3));  // nothing is known of a test that never ran
  note(0, 405);                 // its place was given to another test
  EXPECT_EQ(secondary.kind(tests[0]), secondary.kind(tests[1]));
}

TEST(Secondary, LooksAtTheFrameTheFitnessAimsAt) {
  Scenario scenario;
  scenario.exception("int");
  const FunctionId inner = scenario.add(make_function("inner", {{}}, {{20, 21, 22}})),
                   outer = scenario.add(make_function("outer", {{}}, {{10, 11}}));
  scenario.frame(inner, 22, 0);
  scenario.frame(outer, 11, 0);
  STDistance fitness(scenario.goal());
  Secondary secondary(scenario.goal(), fitness, true);
  const TestCase first, second;
  const auto note = [&](const TestCase& test, unsigned line) {
    Observation run = scenario.run();
    scenario.covers(run, outer, {0}, {}, 11);
    scenario.covers(run, inner, {0}, {}, line);
    run.context = 0b11;
    Scenario::raises(run, "long", {{inner, Line(line)}, {outer, Line(11u)}});
    secondary.note(test, run);
  };
  note(first, 20);
  note(second, 21);
  EXPECT_TRUE(secondary.prefers(secondary.kind(second), secondary.kind(first)));
}

TEST(Secondary, SwitchedOffItNotesNothing) {
  Scenario scenario;
  scenario.frame(scenario.add(from_map()), 413, 6);
  WeightedSum fitness(scenario.goal());
  Secondary secondary(scenario.goal(), fitness, false);
  const TestCase test;
  secondary.note(test, scenario.run());
  EXPECT_FALSE(secondary.enabled());
  EXPECT_EQ(secondary.kind(test), 0u);
}

}  // namespace
}  // namespace reenact
