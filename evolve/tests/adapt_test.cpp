#include "evolve/adapt.h"

#include <gmock/gmock.h>

namespace evolve {
namespace {

using testing::DoubleNear;

TEST(ProbabilityMatching, WithoutEvidenceThePriorHolds) {
  ProbabilityMatching choice({1, 1, 6});
  for (int generation = 0; generation < 10; ++generation) choice.adapt();
  EXPECT_THAT(choice.probability(0), DoubleNear(0.125, 1e-12));
  EXPECT_THAT(choice.probability(2), DoubleNear(0.75, 1e-12));
}

TEST(ProbabilityMatching, ByTheFormula) {
  ProbabilityMatching choice({1, 1}, {.least = 0.2, .memory = 0.5, .trust = 2});
  for (int i = 0; i < 4; ++i) choice.used(0, i < 3);
  for (int i = 0; i < 3; ++i) choice.used(1, false);
  choice.adapt();
  // m = (3 + 1) / (7 + 1) = 1/2; q_0 = (3 + 2/2) / (4 + 2) = 2/3; q_1 = (0 + 1) / (3 + 2) = 1/5.
  EXPECT_THAT(choice.probability(0), DoubleNear(0.1 + 0.8 * (2.0 / 3) / (2.0 / 3 + 0.2), 1e-12));
  // Half of it is forgotten: m = 2.5 / 4.5; q_0 = (1.5 + 2 m) / 4; q_1 = (0 + 2 m) / 3.5.
  choice.adapt();
  const double m = 2.5 / 4.5, q0 = (1.5 + 2 * m) / 4, q1 = 2 * m / 3.5;
  EXPECT_THAT(choice.probability(0), DoubleNear(0.1 + 0.8 * q0 / (q0 + q1), 1e-12));
}

TEST(ProbabilityMatching, NoneFallsBelowItsMinimum) {
  ProbabilityMatching choice({1, 3});
  for (int generation = 0; generation < 200; ++generation) {
    for (int i = 0; i < 100; ++i) {
      choice.used(0, true);
      choice.used(1, false);
    }
    choice.adapt();
  }
  EXPECT_GE(choice.probability(1), 0.25 * 0.75);
  EXPECT_LT(choice.probability(1), 0.25 * 0.75 + 0.02);  // from 0.75
}

TEST(ProbabilityMatching, DrawsFollowTheProbabilities) {
  ProbabilityMatching choice({2, 0, 6});
  Random random(7);
  std::vector<double> drawn(3);
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) drawn[choice(random)] += 1.0 / kDraws;
  EXPECT_THAT(drawn, testing::ElementsAre(DoubleNear(0.25, 0.01), 0, DoubleNear(0.75, 0.01)));
}

}  // namespace
}  // namespace evolve
