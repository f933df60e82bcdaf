#include "evolve/pareto.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "evolve/nsga2.h"
#include "evolve/random.h"
#include "individuals.h"

namespace evolve {
namespace {

using ::testing::ElementsAre;
using Pair = std::array<double, 2>;
using Triple = std::array<double, 3>;

TEST(Dominates, NowhereWorseAndSomewhereBetter) {
  EXPECT_TRUE(dominates(Minimise(), Pair{1, 2}, Pair{1, 3}));
  EXPECT_FALSE(dominates(Minimise(), Pair{1, 2}, Pair{1, 2}));
  EXPECT_FALSE(dominates(Minimise(), Pair{1, 2}, Pair{0, 3}));
  EXPECT_FALSE(dominates(Maximise(), Pair{1, 2}, Pair{1, 3}));
  EXPECT_TRUE(dominates(Maximise(), Pair{1, 4}, Pair{1, 3}));
}

/// Fronts by their definition: again and again, all that no one left dominates.
template <typename Score>
std::vector<double> fronts_by_definition(const std::vector<Score>& scores) {
  std::vector<double> rank(scores.size(), -1);
  for (double front = 0; std::ranges::count(rank, -1) > 0; ++front) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      bool dominated = rank[i] >= 0;
      for (std::size_t j = 0; j < scores.size(); ++j)
        dominated = dominated || (rank[j] < 0 && dominates(Minimise(), scores[j], scores[i]));
      if (!dominated) members.push_back(i);
    }
    for (const std::size_t i : members) rank[i] = front;
  }
  return rank;
}

TEST(FrontSorter, AgreesWithTheDefinition) {
  Random random(11);
  FrontSorter sorter;  // used again and again, as in a run
  for (int round = 0; round < 200; ++round) {
    std::vector<Triple> scores(1 + random.below(40));
    const std::int64_t range = random.between(1, 12);  // small ranges give equal scores
    for (Triple& each : scores)
      for (double& value : each) value = static_cast<double>(random.between(0, range));
    Individuals<Triple> individuals(scores);
    const auto ends = sorter.sort(std::span(individuals.all), Minimise());
    const auto wanted = fronts_by_definition(scores);
    for (const auto& each : individuals.store) EXPECT_EQ(each.standing.rank, wanted[each.genome]);
    ASSERT_EQ(ends.back(), scores.size());
    for (std::size_t i = 0, front = 0; i < scores.size(); ++i) {
      if (i == ends[front]) ++front;
      EXPECT_EQ(individuals.all[i]->standing.rank, static_cast<double>(front));
    }
  }
}

TEST(NonDominated, IsTheFirstFront) {
  const Individuals<Pair> individuals({{1, 5}, {2, 3}, {4, 1}, {3, 4}, {5, 5}, {2, 3}});
  std::vector<std::size_t> seen;
  for (const auto* each : non_dominated(individuals.population(), Minimise())) seen.push_back(each->genome);
  EXPECT_THAT(seen, ElementsAre(0, 1, 2, 5));
}

TEST(CrowdingDistance, ByHand) {
  // Ranges: 10 and 20. (2,12): (4-0)/10 + (20-10)/20; (4,10): (10-2)/10 + (12-0)/20.
  Individuals<Pair> front({{2, 12}, {0, 20}, {10, 0}, {4, 10}});
  crowding_distance(std::span(front.all));
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_DOUBLE_EQ(front.store[0].standing.density, 0.9);
  EXPECT_EQ(front.store[1].standing.density, infinite);
  EXPECT_EQ(front.store[2].standing.density, infinite);
  EXPECT_DOUBLE_EQ(front.store[3].standing.density, 1.4);
}

TEST(CrowdingDistance, EqualOrInfiniteObjectivesAddNothing) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  Individuals<Triple> front({{0, 7, 1}, {1, 7, 2}, {3, 7, 3}, {4, 7, infinite}});
  crowding_distance(std::span(front.all));
  EXPECT_DOUBLE_EQ(front.store[1].standing.density, 0.75);
  EXPECT_DOUBLE_EQ(front.store[2].standing.density, 0.75);
}

TEST(Nsga2, FillsUpWithTheLeastCrowdedOfTheLastFront) {
  // Fronts: {0,1,2,3}, {4}. Distances of the first, ranges 10 and 10: 0 and 3 infinite;
  // 1: (6-0)/10 + (10-3)/10 = 1.3; 2: (10-1)/10 + (8-0)/10 = 1.7.
  const std::vector<Pair> scores = {{0, 10}, {1, 8}, {6, 3}, {10, 0}, {7, 9}};
  const Order<Minimise, OlderFirst> better;
  for (const std::size_t count : {1, 2, 3, 4, 5}) {
    Individuals<Pair> individuals(scores);
    Nsga2()(std::span(individuals.all), 0, count, better);
    const std::vector<std::size_t> wanted = {0, 3, 2, 1, 4};
    EXPECT_THAT(individuals.front(count), ::testing::ElementsAreArray(wanted.begin(), wanted.begin() + count));
  }
}

TEST(Hypervolume, ByHand) {
  EXPECT_DOUBLE_EQ(hypervolume({}, {10, 10}), 0);
  EXPECT_DOUBLE_EQ(hypervolume({{4, 4}}, {10, 10}), 36);
  // Columns from x = 1, 4 and 6: 3·(10-6) + 2·(10-4) + 4·(10-1).
  EXPECT_DOUBLE_EQ(hypervolume({{6, 1}, {1, 6}, {4, 4}}, {10, 10}), 60);
  // Dominated points, equal points and points beyond the reference add nothing.
  EXPECT_DOUBLE_EQ(hypervolume({{6, 1}, {1, 6}, {4, 4}, {7, 5}, {4, 4}, {0, 11}, {12, 0}}, {10, 10}), 60);
}

}  // namespace
}  // namespace evolve
