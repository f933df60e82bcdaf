#include "evolve/select.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "individuals.h"

namespace evolve {
namespace {

constexpr std::size_t kDraws = 200'000;

template <typename Select>
std::vector<double> frequencies(Select select, const Individuals<double>& individuals) {
  Random random(42);
  if constexpr (PreparedSelection<Select, Individuals<double>::I>) select.prepare(individuals.population());
  std::vector<double> result(individuals.all.size());
  for (std::size_t i = 0; i < kDraws; ++i)
    result[select(individuals.population(), random)] += 1.0 / static_cast<double>(kDraws);
  return result;
}

/// Six standard deviations of a frequency, at its largest.
const double kTolerance = 6 * std::sqrt(0.25 / static_cast<double>(kDraws));

void expect_near(const std::vector<double>& seen, const std::vector<double>& wanted) {
  ASSERT_EQ(seen.size(), wanted.size());
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_NEAR(seen[i], wanted[i], kTolerance) << "index " << i;
}

TEST(Tournament, SelectsByTheFormula) {
  constexpr double n = 10;
  for (const std::size_t size : {1, 2, 3, 7}) {
    std::vector<double> wanted;
    for (double i = 0; i < n; ++i)
      wanted.push_back((std::pow(n - i, size) - std::pow(n - i - 1, size)) / std::pow(n, size));
    expect_near(frequencies(Tournament{size}, Individuals<double>(std::vector<double>(10))), wanted);
  }
}

TEST(Rank, FallsLinearlyFromBiasTimesTheMean) {
  // The density of the selected rank x in [0, 1) is bias - 2(bias - 1)x: with 1.7, from 1.7 down to 0.3.
  constexpr double bias = 1.7;
  std::vector<double> wanted;
  for (int i = 0; i < 10; ++i) wanted.push_back((bias - 2 * (bias - 1) * (i + 0.5) / 10) / 10);
  EXPECT_NEAR(std::accumulate(wanted.begin(), wanted.end(), 0.0), 1, 1e-12);
  expect_near(frequencies(Rank{bias}, Individuals<double>(std::vector<double>(10))), wanted);
}

TEST(Roulette, SelectsInProportionToTheScore) {
  expect_near(frequencies(Roulette(Roulette::Weight::kScore), Individuals<double>({5, 3, 1, 1, 0})),
              {0.5, 0.3, 0.1, 0.1, 0});
}

TEST(Roulette, SelectsInProportionToTheDistanceFromTheWorst) {
  expect_near(frequencies(Roulette(), Individuals<double>({-1, 4, 6, 9})), {10 / 18.0, 5 / 18.0, 3 / 18.0, 0});
}

TEST(Roulette, EqualScoresAreEquallyLikely) {
  expect_near(frequencies(Roulette(), Individuals<double>({3, 3, 3, 3})), {0.25, 0.25, 0.25, 0.25});
}

TEST(Roulette, InfinitelyBadOnesAreNeverSelected) {
  const double worst = std::numeric_limits<double>::infinity();
  expect_near(frequencies(Roulette(), Individuals<double>({1, 2, 3, worst, worst})), {2 / 3.0, 1 / 3.0, 0, 0, 0});
}

TEST(Uniform, SelectsAllAlike) {
  expect_near(frequencies(Uniform(), Individuals<double>({9, 4, 4, 1})), {0.25, 0.25, 0.25, 0.25});
}

}  // namespace
}  // namespace evolve
