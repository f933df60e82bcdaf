#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>

#include "evolve/cross.h"
#include "evolve/generate.h"
#include "evolve/mutate.h"
#include "evolve/random.h"
#include "evolve/real.h"

namespace evolve {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

TEST(Random, StaysTheSameGenerator) {
  // The reference implementations of SplitMix64 and xoshiro256**, seeded with 0.
  Random random(0);
  EXPECT_EQ(random(), 0x99ec5f36cb75f2b4U);
  EXPECT_EQ(random(), 0xbf6e1f784956452aU);
}

TEST(Random, BetweenReachesBothEndsOfTheLargestRanges) {
  Random random(3);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 200; ++i) seen.insert(random.between(-1, 1));
  EXPECT_THAT(seen, ElementsAre(-1, 0, 1));
  constexpr std::int64_t low = std::numeric_limits<std::int64_t>::min() + 1;
  bool negative = false, positive = false;
  for (int i = 0; i < 200; ++i) {
    const std::int64_t x = random.between(low, std::numeric_limits<std::int64_t>::max());
    negative = negative || x < low / 2;
    positive = positive || x > -(low / 2);
  }
  EXPECT_TRUE(negative && positive);
}

TEST(Random, GapIsGeometric) {
  Random random(5);
  std::map<std::size_t, double> seen;
  constexpr int draws = 100'000;
  for (int i = 0; i < draws; ++i) seen[random.gap(0.25)] += 1.0 / draws;
  for (std::size_t gap = 0; gap < 6; ++gap) EXPECT_NEAR(seen[gap], 0.25 * std::pow(0.75, gap), 0.01);
  EXPECT_EQ(random.gap(1), 0U);
}

TEST(Random, NormalHasMeanZeroAndDeviationOne) {
  Random random(6);
  double sum = 0, squares = 0;
  constexpr int draws = 100'000;
  for (int i = 0; i < draws; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / draws, 0, 0.02);
  EXPECT_NEAR(squares / draws, 1, 0.03);
}

TEST(Genes, HaveTheWantedNumberAndType) {
  Random random(1);
  auto letters = genes<std::string>(4, [](Random&) { return 'x'; });
  std::string word = "left over from before";
  letters(word, random);
  EXPECT_EQ(word, "xxxx");

  auto some = genes(2, 4, [](Random& source) { return static_cast<int>(source.between(1, 6)); });
  static_assert(std::same_as<genome_of<decltype(some)>, std::vector<int>>);
  std::set<std::size_t> lengths;
  std::vector<int> dice;
  for (int i = 0; i < 100; ++i) {
    some(dice, random);
    lengths.insert(dice.size());
  }
  EXPECT_THAT(lengths, ElementsAre(2, 3, 4));

  auto fixed = genes<std::array<int, 3>>(3, [](Random&) { return 7; });
  std::array<int, 3> three{};
  fixed(three, random);
  EXPECT_THAT(three, ElementsAre(7, 7, 7));
}

TEST(SinglePoint, TakesTheHeadOfOneAndTheTailOfTheOther) {
  Random random(1);
  std::set<std::string> seen;
  std::string child = "something longer than both";
  for (int i = 0; i < 200; ++i) {
    SinglePoint()(std::string("abcd"), std::string("WXYZ"), child, random);
    seen.insert(child);
  }
  EXPECT_THAT(seen, ElementsAre("aXYZ", "abYZ", "abcZ"));
}

TEST(SinglePoint, LengthsMayDiffer) {
  Random random(1);
  std::set<std::string> seen;
  std::string child;
  for (int i = 0; i < 200; ++i) {
    SinglePoint()(std::string("abc"), std::string("VWXYZ"), child, random);
    seen.insert(child);
  }
  EXPECT_THAT(seen, ElementsAre("aWXYZ", "abXYZ"));
  SinglePoint()(std::string(), std::string("VW"), child, random);
  EXPECT_EQ(child, "VW");
  SinglePoint()(std::string("a"), std::string("V"), child, random);
  EXPECT_EQ(child, "a");
}

TEST(SinglePointPair, ChildrenHoldAllGenesOfTheParents) {
  Random random(1);
  std::set<std::string> seen;
  std::string child, sibling;
  for (int i = 0; i < 200; ++i) {
    SinglePointPair()(std::string("abc"), std::string("WXYZ"), child, sibling, random);
    seen.insert(child + " " + sibling);
  }
  EXPECT_THAT(seen, ElementsAre("aXYZ Wbc", "abYZ WXc"));
}

TEST(UniformCross, TakesEachGeneFromEitherParent) {
  Random random(1);
  std::set<std::string> seen;
  std::string child;
  for (int i = 0; i < 200; ++i) {
    UniformCross()(std::string("ab"), std::string("XYZ"), child, random);
    seen.insert(child);
  }
  EXPECT_THAT(seen, ElementsAre("XY", "Xb", "aY", "ab"));
}

TEST(OrClone, AChildThatLostItBecomesItsParent) {
  Random random(1);
  OrClone guided{SinglePoint(), [](const std::string& child) { return child.contains('!'); }};
  std::set<std::string> seen;
  std::string child;
  for (int i = 0; i < 200; ++i) {
    guided(std::string("ab!d"), std::string("WXYZ"), child, random);
    seen.insert(child);
  }
  EXPECT_THAT(seen, ElementsAre("ab!Z", "ab!d"));
}

TEST(OrClone, EachOfTwoChildrenFallsBackToItsOwnParent) {
  Random random(1);
  OrClone guided{SinglePointPair(), [](const std::string& child) { return child.contains('!'); }};
  std::string child, sibling;
  guided(std::string("!a"), std::string("!b"), child, sibling, random);
  EXPECT_EQ(child + " " + sibling, "!b !a");
  guided(std::string("a!"), std::string("!b"), child, sibling, random);  // children would be "ab" and "!!"
  EXPECT_EQ(child + " " + sibling, "a! !!");
}

TEST(ForEachChosen, ChoosesEachWithItsProbability) {
  Random random(9);
  std::vector<double> seen(8);
  constexpr int rounds = 50'000;
  for (int i = 0; i < rounds; ++i)
    for_each_chosen(seen.size(), kOnePerGenome, random, [&](std::size_t at) { seen[at] += 1.0 / rounds; });
  EXPECT_THAT(seen, Each(::testing::DoubleNear(1 / 8.0, 0.01)));
  for_each_chosen(0, kOnePerGenome, random, [](std::size_t) { FAIL(); });
}

TEST(PerGene, AsksTheFactoryForChosenGenesOnly) {
  Random random(2);
  int made = 0;
  auto factory = genes(1000, [&](Random&) { return ++made; });
  std::vector<int> genome(1000, 0);
  PerGene{0.1}(genome, random, factory);
  EXPECT_EQ(1000 - std::ranges::count(genome, 0), made);
  EXPECT_NEAR(made, 100, 60);
}

TEST(FlipBits, FlipsAllWithProbabilityOne) {
  Random random(2);
  std::vector<std::uint8_t> bits = {0, 1, 1};
  FlipBits{1}(bits, random);
  EXPECT_THAT(bits, ElementsAre(1, 0, 0));
}

TEST(SimulatedBinary, KeepsTheMeanOfTheParentsAndTheBounds) {
  Random random(4);
  const std::vector<double> first = {0.4}, second = {0.6};
  std::vector<double> child, sibling;
  double nearest = 1, farthest = 0;
  for (int i = 0; i < 2000; ++i) {
    // 0.4 and 0.6 lie symmetrically in the bounds, so both children use the same spread.
    SimulatedBinary{.bounds = {0, 1}, .eta = 2}(first, second, child, sibling, random);
    EXPECT_NEAR(child[0] + sibling[0], 1, 1e-9);
    EXPECT_THAT(child, Each(::testing::AllOf(::testing::Ge(0), ::testing::Le(1))));
    nearest = std::min(nearest, std::abs(child[0] - sibling[0]));
    farthest = std::max(farthest, std::abs(child[0] - sibling[0]));
  }
  EXPECT_LT(nearest, 0.1);   // contracting
  EXPECT_GT(farthest, 0.4);  // and expanding
}

TEST(Polynomial, MovesLittleForLargeEtaAndStaysInBounds) {
  Random random(4);
  const auto mean_move = [&](double eta) {
    double sum = 0;
    for (int i = 0; i < 2000; ++i) {
      std::vector<double> x = {0.2};
      Polynomial{.bounds = {0, 1}, .eta = eta, .probability = 1}(x, random);
      EXPECT_GE(x[0], 0);
      EXPECT_LE(x[0], 1);
      sum += std::abs(x[0] - 0.2);
    }
    return sum / 2000;
  };
  // Far from the bounds the mean of |δ| is 1/(η+2).
  EXPECT_NEAR(mean_move(100), 1 / 102.0, 0.001);
  EXPECT_GT(mean_move(5), 5 * mean_move(100));
}

TEST(Gaussian, ClampsToTheBounds) {
  Random random(4);
  std::vector<double> x(1000, 0.5);
  Gaussian{.bounds = {0, 1}, .deviation = 10, .probability = 1}(x, random);
  EXPECT_THAT(x, Each(::testing::AllOf(::testing::Ge(0), ::testing::Le(1))));
  EXPECT_GT(std::ranges::count(x, 0) + std::ranges::count(x, 1), 900);
}

}  // namespace
}  // namespace evolve
