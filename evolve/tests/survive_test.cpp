#include "evolve/survive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evolve/goal.h"
#include "evolve/random.h"
#include "individuals.h"

namespace evolve {
namespace {

using ::testing::ElementsAre;

template <typename Survive, typename Goal = Maximise, typename Ties = OlderFirst>
std::vector<std::size_t> survivors(Survive survive, const std::vector<double>& scores, std::size_t parents,
                                   std::size_t count, Goal goal = {}, Ties ties = {}) {
  Individuals<double> individuals(scores);
  survive(std::span(individuals.all), parents, count, Order<Goal, Ties>{goal, ties});
  auto all = individuals.front(scores.size());
  auto sorted = all;
  std::ranges::sort(sorted);
  for (std::size_t i = 0; i < sorted.size(); ++i) EXPECT_EQ(sorted[i], i) << "an individual was lost";
  all.resize(count);
  return all;
}

TEST(MuPlusLambda, TheBestOfAllBestFirst) {
  EXPECT_THAT(survivors(MuPlusLambda(), {5, 1, 9, 7, 3, 8}, 3, 3), ElementsAre(2, 5, 3));
  EXPECT_THAT(survivors(MuPlusLambda(), {5, 1, 9, 7, 3, 8}, 3, 3, Minimise()), ElementsAre(1, 4, 0));
}

TEST(MuPlusLambda, TiesAreSettledByAge) {
  EXPECT_THAT(survivors(MuPlusLambda(), {5, 5, 5, 5}, 2, 2, Maximise(), OlderFirst()), ElementsAre(0, 1));
  EXPECT_THAT(survivors(MuPlusLambda(), {5, 5, 5, 5}, 2, 2, Maximise(), YoungerFirst()), ElementsAre(3, 2));
}

TEST(MuPlusLambda, TheInitialPopulationIsOnlySorted) {
  EXPECT_THAT(survivors(MuPlusLambda(), {2, 3, 1}, 0, 3), ElementsAre(1, 0, 2));
}

constexpr auto kBorn = [](const auto& each) { return static_cast<std::size_t>(each.born); };

/// Preferring of individuals known by their index: the earlier of each pair goes first.
std::vector<std::size_t> preferring(const std::vector<std::pair<std::size_t, std::size_t>>& pairs,
                                    const std::vector<double>& scores, std::size_t count) {
  const auto prefer = [&pairs](std::size_t a, std::size_t b) {
    return std::ranges::find(pairs, std::pair(a, b)) != pairs.end();
  };
  return survivors(Preferring(kBorn, prefer), scores, scores.size() / 2, count, Minimise(), OlderFirst());
}

TEST(Preferring, SettlesEqualScoresOnly) {
  EXPECT_THAT(preferring({{1, 0}, {3, 2}}, {5, 5, 5, 5}, 4), ElementsAre(1, 0, 3, 2));
  EXPECT_THAT(preferring({{1, 0}, {3, 2}}, {1, 2, 3, 4}, 4), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(preferring({}, {2, 1, 2, 1}, 3), ElementsAre(1, 3, 0));
}

TEST(Preferring, DecidesWhoSurvives) {
  EXPECT_THAT(preferring({{3, 0}, {3, 1}, {3, 2}}, {5, 5, 5, 5}, 2), ElementsAre(3, 0));
  EXPECT_THAT(preferring({{2, 0}, {2, 1}}, {5, 5, 5, 1}, 2), ElementsAre(3, 2));
}

TEST(Preferring, NeedsNoPreferenceBetweenMostPairs) {
  // 4 before 0, nothing else: 0 stands with 1, 1 with 4, and yet 4 goes before 0.
  EXPECT_THAT(preferring({{4, 0}}, {5, 5, 5, 5, 5, 5}, 6), ElementsAre(1, 2, 3, 4, 0, 5));
}

TEST(Preferring, KeepsEveryPreferenceOnRandomOrders) {
  evolve::Random random(3);
  for (int round = 0; round < 200; ++round) {
    const std::size_t count = 2 + random.below(12);
    std::vector<std::uint64_t> sets(count);  // preferred: the strict superset
    for (auto& set : sets) set = random.below(16);
    const auto kind = [&](const auto& each) { return static_cast<std::size_t>(sets[each.born]); };
    const auto prefer = [](std::size_t a, std::size_t b) { return a != b && (a & b) == b; };
    const auto order =
        survivors(Preferring(kind, prefer), std::vector<double>(count, 1.0), 0, count, Minimise(), OlderFirst());
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = i + 1; k < count; ++k)
        EXPECT_FALSE(prefer(sets[order[k]], sets[order[i]]) ||
                     (sets[order[i]] == sets[order[k]] && order[k] < order[i]));
  }
}

TEST(Generational, OffspringReplaceAllButTheElite) {
  EXPECT_THAT(survivors(Generational{1}, {9, 8, 7, 1, 3, 2}, 3, 3), ElementsAre(0, 4, 5));
  EXPECT_THAT(survivors(Generational{0}, {9, 8, 7, 1, 3, 2}, 3, 3), ElementsAre(4, 5, 3));
  EXPECT_THAT(survivors(Generational{2}, {7, 8, 9, 1, 3, 2}, 3, 3), ElementsAre(2, 1, 4));
}

TEST(Generational, WithFewOffspringMoreParentsStay) {
  EXPECT_THAT(survivors(Generational{0}, {7, 8, 9, 6, 1}, 4, 4), ElementsAre(2, 1, 0, 4));
}

TEST(Generational, WithManyOffspringTheBestOfThem) {
  EXPECT_THAT(survivors(Generational{0}, {9, 9, 1, 4, 2, 5, 3}, 2, 2), ElementsAre(5, 3));
}

TEST(Generational, TheInitialPopulationIsOnlySorted) {
  EXPECT_THAT(survivors(Generational{1}, {2, 3, 1}, 0, 3), ElementsAre(1, 0, 2));
}

TEST(SmallerFirst, OfEqualScoresTheSmallerThenTheOlder) {
  using Word = Individual<std::string, double>;
  const Order<Minimise, SmallerFirst> better;
  const Word small{.genome = "ab", .score = 1, .born = 2}, large{.genome = "abc", .score = 1, .born = 0};
  const Word older{.genome = "xy", .score = 1, .born = 1}, good{.genome = "abcdef", .score = 0, .born = 9};
  EXPECT_TRUE(better(small, large));
  EXPECT_FALSE(better(large, small));
  EXPECT_TRUE(better(older, small));
  EXPECT_TRUE(better(good, small));
}

}  // namespace
}  // namespace evolve
