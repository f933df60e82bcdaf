#include "fitness/exception_distance.h"

#include <gtest/gtest.h>

#include "fitness/evocrash.h"
#include "fitness/make_fitness.h"
#include "fitness/testdata/scenario.h"

namespace reenact {
namespace {

/// 12  if (length > limit) throw TooLong(length);    0: 12   1: 12, the throw   2: 13
/// The throw has something to clean up: it continues in 3, which is nowhere, or in 4.
class ExceptionDistanceTest : public testing::Test {
 protected:
  ExceptionDistanceTest() {
    scenario_.exception("TooLong");
    Function function = make_function("check", {{1, 2}, {3, 4}, {}, {}, {}}, {{12}, {12}, {13}, {}, {12}});
    function.blocks[3].throws_or_aborts = true;
    check_ = scenario_.add(std::move(function));
    scenario_.frame(check_, 12, 0);
    frame_blocks({0, 1, 4});
  }
  void frame_blocks(const std::vector<unsigned>& blocks) {
    Goal& goal = const_cast<Goal&>(scenario_.goal());
    goal.frames.front().blocks.clear();
    for (const unsigned block : blocks) goal.frames.front().blocks.emplace_back(block);
  }
  /// The condition was missed by `distance`.
  Observation missed_by(float distance) {
    Observation run = scenario_.run();
    scenario_.covers(run, check_, {0, 2}, {distance, 0});
    run.context = 1;
    return run;
  }
  double graded(const Observation& run) { return ExceptionDistance(scenario_.goal(), ExceptionMeasure::kGraded)(run); }

  Scenario scenario_;
  FunctionId check_;
};

TEST_F(ExceptionDistanceTest, TheBranchThatLeadsToTheThrowDecides) {
  EXPECT_DOUBLE_EQ(graded(missed_by(1)), phi(phi(1)));    // 1/3
  EXPECT_DOUBLE_EQ(graded(missed_by(97)), phi(phi(97)));  // nearly 1/2
}

TEST_F(ExceptionDistanceTest, BinaryMeasuresNothing) {
  const ExceptionDistance binary(scenario_.goal(), ExceptionMeasure::kBinary);
  EXPECT_DOUBLE_EQ(binary(missed_by(1)), 1);
}

TEST_F(ExceptionDistanceTest, ThrownButAnotherCrashIsNearest) {
  Observation run = scenario_.run();
  scenario_.covers(run, check_, {0, 1}, {0, 1});
  EXPECT_DOUBLE_EQ(graded(run), ExceptionDistance::kLeast);
}

TEST_F(ExceptionDistanceTest, NotEnteredIsOne) { EXPECT_DOUBLE_EQ(graded(scenario_.run()), 1); }

TEST_F(ExceptionDistanceTest, NoBranchDecidesAboutANullPointer) {
  scenario_.report().kind = CrashKind::kNullDereference;
  EXPECT_DOUBLE_EQ(graded(missed_by(1)), 1);
}

TEST_F(ExceptionDistanceTest, ALineThatCannotFailIsNotMeasured) {
  frame_blocks({0});
  EXPECT_DOUBLE_EQ(graded(missed_by(1)), 1);
}

TEST_F(ExceptionDistanceTest, FitnessFunctionsTellNearFromFar) {
  for (const char* name : {"staircase", "evocrash", "evocrash-prefix", "weighted-sum", "stdistance"}) {
    const auto binary = make_fitness(name, scenario_.goal());
    const auto graded = make_fitness(name, scenario_.goal(), {.exception = ExceptionMeasure::kGraded, .staircase = {}});
    EXPECT_DOUBLE_EQ(binary->evaluate(missed_by(1)), binary->evaluate(missed_by(97))) << name;
    EXPECT_LT(graded->evaluate(missed_by(1)), graded->evaluate(missed_by(97))) << name;
    EXPECT_LT(graded->evaluate(missed_by(97)), binary->evaluate(missed_by(97))) << name;
    Observation crash = missed_by(97);
    Scenario::raises(crash, "TooLong", {{check_, Line(13u)}});  // the kind is right, the line is not
    EXPECT_LE(graded->evaluate(crash), graded->evaluate(missed_by(97))) << name;
  }
  // EvoCrash: 2 d_except + d_trace.
  EXPECT_DOUBLE_EQ(make_fitness("evocrash", scenario_.goal(), {.exception = ExceptionMeasure::kGraded, .staircase = {}})
                       ->evaluate(missed_by(1)),
                   2.0 / 3 + 1);
}

}  // namespace
}  // namespace reenact
