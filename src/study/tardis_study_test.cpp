#include "study/tardis_study.h"

#include <gtest/gtest.h>

#include "study/svg.h"

namespace reenact::study {
namespace {

const std::atomic<bool> kOn = false;

// Each prefix of a path, with its last clause turned round, is a path condition: of the object 31 lead to another of the 32 paths.
TEST(TardisStudy, EveryPathOfTheProgramIsFoundWhateverTheOrder) {
  const TardisStudyOptions options{.runs = 2, .attempts = 2000, .seed = Seed(7)};
  for (const TardisInputs inputs : {TardisInputs::kObject, TardisInputs::kCalls})
    for (const TardisArm& arm : run_tardis(inputs, options, kOn)) {
      ASSERT_EQ(arm.runs.size(), 2);
      for (const auto& run : arm.runs) {
        const std::size_t throwing = inputs == TardisInputs::kCalls ? 10 : 0;
        EXPECT_EQ(run.back().feasible, 31 + throwing) << arm.order;
        EXPECT_EQ(run.back().produced, run.back().feasible) << arm.order;
        EXPECT_TRUE(run.back().said_yes) << arm.order;
        EXPECT_EQ(run.back().feasible + run.back().infeasible, run.size());
        EXPECT_GT(run.back().infeasible, 0) << "what only the constructor's clauses or nothing forbids";
      }
    }
}

TEST(TardisStudy, TheSameSeedIsTheSameStudy) {
  const TardisStudyOptions options{.runs = 1, .attempts = 60, .seed = Seed(3)};
  const auto once = run_tardis(TardisInputs::kObject, options, kOn),
             again = run_tardis(TardisInputs::kObject, options, kOn);
  EXPECT_EQ(report_of({{TardisInputs::kObject, once}}, options).page,
            report_of({{TardisInputs::kObject, again}}, options).page);
}

TEST(TardisStudy, CountsUntilThePapersTimeIsOver) {
  const std::vector<TardisPoint> run{{1, 0, 2, false}, {1, 1, 2, false}, {2, 1, 4, true}, {2, 2, 4, true}};
  EXPECT_EQ(when_infeasible(run, 1).feasible, 2);
  EXPECT_EQ(when_infeasible(run, 0).feasible, 1);
  EXPECT_EQ(when_infeasible(run, 9).infeasible, 2);
  const TardisArm arm{"knn", {run, {run[0]}}};
  EXPECT_DOUBLE_EQ(mean_after(arm, 3, &TardisPoint::feasible), 1.5) << "what has ended stays as it is";
  EXPECT_EQ(kPapersAttempts, 50);
}

TEST(TardisStudy, LinesAreDrawnBetweenTheirPoints) {
  const std::string text = svg(LinePlot{"t", "y", {{"one", {{0, 0}, {10, 5}, {20, 5}}}, {"two", {}}}});
  std::size_t lines = 0;
  for (auto at = text.find("stroke-width=\"2\""); at != std::string::npos; at = text.find("stroke-width=\"2\"", at + 1))
    ++lines;
  EXPECT_EQ(lines, 2);
  EXPECT_TRUE(text.contains(">two</text>"));
}

}  // namespace
}  // namespace reenact::study
