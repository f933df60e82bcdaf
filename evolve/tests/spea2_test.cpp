#include "evolve/spea2.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "individuals.h"

namespace evolve {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;
using Pair = std::array<double, 2>;

// Five points, minimised. 0 dominates 4; 1 dominates 3 and 4; 2 dominates 4; 3 dominates 4.
// Strengths 1, 2, 1, 1, 0; raw fitness 0, 0, 0, S(1) = 2, and S(0) + S(1) + S(2) + S(3) = 5.
const std::vector<Pair> kFive = {{1, 5}, {2, 3}, {4, 1}, {3, 4}, {5, 5}};

TEST(Spea2, FitnessIsRawFitnessPlusDensity) {
  Individuals<Pair> individuals(kFive);
  Spea2().assign(std::span(individuals.all), Minimise());
  // k = ⌊√5⌋ = 2. Squared distances to the others, sorted: 0: 5 5 16 25; 1: 2 5 8 13; 2: 8 10 17 25; 3: 2 5 5
  // 10; 4: 5 13 16 17.
  const auto density = [](double squared) { return 1 / (std::sqrt(squared) + 2); };
  const std::vector<double> wanted = {density(5), density(5), density(10), 2 + density(5), 5 + density(13)};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_DOUBLE_EQ(individuals.store[i].standing.rank, wanted[i]) << i;
}

TEST(Spea2, FillsUpWithTheBestDominated) {
  Individuals<Pair> individuals(kFive);
  Spea2()(std::span(individuals.all), 0, 4, Order<Minimise, OlderFirst>());
  EXPECT_THAT(individuals.front(4), ElementsAre(2, 0, 1, 3));
}

TEST(Spea2, TruncatesTheNearestSettlingTiesByTheNextNearest) {
  // On one line, at 0, 1, 3, 4.5 and 10. Distances of 0: 1 3 4.5 10, of 1: 1 2 3.5 9; equal nearest, so 1
  // goes for its second nearest. Then those of 3: 1.5 3 7, of 4.5: 1.5 4.5 5.5, so 3 goes. Then 4.5 (4.5 5.5)
  // before 0 (4.5 10).
  std::vector<Pair> line;
  for (const double x : {0.0, 1.0, 3.0, 4.5, 10.0}) line.push_back({x, 10 - x});
  const auto left = [&](std::size_t count) {
    Individuals<Pair> individuals(line);
    Spea2()(std::span(individuals.all), 0, count, Order<Minimise, OlderFirst>());
    return individuals.front(count);
  };
  EXPECT_THAT(left(5), UnorderedElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(left(4), UnorderedElementsAre(0, 2, 3, 4));
  EXPECT_THAT(left(3), UnorderedElementsAre(0, 3, 4));
  EXPECT_THAT(left(2), UnorderedElementsAre(0, 4));
}

TEST(Spea2, EqualScoresAreTruncatedToo) {
  Individuals<Pair> individuals({{1, 1}, {1, 1}, {1, 1}});
  Spea2()(std::span(individuals.all), 0, 1, Order<Minimise, OlderFirst>());
  EXPECT_EQ(individuals.all[0]->standing.rank, 0.5);
  Individuals<Pair> alone({{1, 1}});
  Spea2()(std::span(alone.all), 0, 1, Order<Minimise, OlderFirst>());
  EXPECT_EQ(alone.all[0]->standing.rank, 0.5);
}

}  // namespace
}  // namespace evolve
