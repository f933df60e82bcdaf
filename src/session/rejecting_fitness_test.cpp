#include "session/rejecting_fitness.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

/// Every raised run is the crash.
class RaisedIsZero final : public Fitness {
 public:
  double evaluate(const Observation& run) override { return run.raised ? 0 : 3; }
  std::string explain(const Observation& run) const override { return run.raised ? "the crash" : "nothing raised"; }
  double worst() const override { return 6; }
};

Observation crash_at(unsigned line) {
  Observation run;
  run.raised = true;
  run.kind = CrashKind::kNullDereference;
  run.trace = {{FunctionId(7u), Line(line)}};
  return run;
}

TEST(RejectingFitness, IsTheInnerOneUntilSomethingIsRejected) {
  RaisedIsZero inner;
  Rejections rejections;
  RejectingFitness fitness(inner, rejections);
  EXPECT_EQ(fitness.evaluate(crash_at(12)), 0);
  EXPECT_EQ(fitness.evaluate(Observation{}), 3);
  EXPECT_EQ(fitness.worst(), 6);
}

TEST(RejectingFitness, ARefutedCrashIsNotTheGoal) {
  RaisedIsZero inner;
  Rejections rejections;
  RejectingFitness fitness(inner, rejections);
  rejections.reject(crash_at(12), "nothing crashed");
  EXPECT_EQ(fitness.evaluate(crash_at(12)), 0.5);
  EXPECT_EQ(fitness.explain(crash_at(12)), "crashes alike under our probes, but not in a clean build: nothing crashed");
  EXPECT_EQ(fitness.evaluate(crash_at(13)), 0);
  EXPECT_EQ(fitness.explain(crash_at(13)), "the crash");
}

TEST(RejectingFitness, WhatIsMetOftenGetsAnotherChanceAndThenALaterOne) {
  RaisedIsZero inner;
  Rejections rejections;
  RejectingFitness fitness(inner, rejections);
  const auto times_refused = [&] {
    int result = 0;
    while (fitness.evaluate(crash_at(12)) > 0) ++result;
    return result;
  };
  rejections.reject(crash_at(12), "nothing crashed");
  EXPECT_EQ(times_refused(), 100);
  EXPECT_EQ(fitness.evaluate(crash_at(12)), 0);  // while the other test is minimised
  rejections.reject(crash_at(12), "nothing crashed");
  EXPECT_EQ(times_refused(), 1000);
}

}  // namespace
}  // namespace reenact
