// Whole runs on published problems.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "evolve/evolve.h"

namespace evolve {
namespace {

using Reals = std::vector<double>;

/// ZDT1 (Zitzler, Deb & Thiele 2000): 30 variables in [0, 1], both objectives minimised, optimum f2 = 1 -
/// √f1.
std::array<double, 2> zdt1(const Reals& x) {
  double sum = 0;
  for (std::size_t i = 1; i < x.size(); ++i) sum += x[i];
  const double g = 1 + 9 * sum / static_cast<double>(x.size() - 1);
  return {x[0], g * (1 - std::sqrt(x[0] / g))};
}

template <typename Survive>
double zdt1_hypervolume(Survive survive, std::uint64_t seed) {
  Engine engine(Plan{.population = 100,
                     .generate = reals(30, {0, 1}),
                     .fitness = zdt1,
                     .stop = generations(250),
                     .select = Tournament{2},
                     .cross = SimulatedBinary{},
                     .mutate = Polynomial{},
                     .survive = std::move(survive),
                     .goal = Minimise()});
  std::vector<std::array<double, 2>> points;
  for (const auto* each : non_dominated(engine.run(seed).population, Minimise())) points.push_back(each->score);
  return hypervolume(points, {1.1, 1.1});
}

// The optimal front's: ∫ (1.1 - (1 - √x)) dx over [0, 1], and 0.1 · 1.1 beyond.
constexpr double kOptimum = 0.1 + 2.0 / 3 + 0.11;

TEST(Zdt1, Nsga2ComesWithinOnePercentOfTheOptimum) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const double reached = zdt1_hypervolume(Nsga2(), seed);
    EXPECT_GT(reached, 0.99 * kOptimum);
    EXPECT_LE(reached, kOptimum);
  }
}

TEST(Zdt1, Spea2ComesWithinOnePercentOfTheOptimum) {
  const double reached = zdt1_hypervolume(Spea2(), 1);
  EXPECT_GT(reached, 0.99 * kOptimum);
  EXPECT_LE(reached, kOptimum);
}

double rastrigin(const Reals& x) {
  double sum = 10 * static_cast<double>(x.size());
  for (const double each : x) sum += each * each - 10 * std::cos(2 * std::numbers::pi * each);
  return sum;
}

TEST(Rastrigin, TheGlobalOptimumOfTenVariables) {
  constexpr Bounds bounds{-5.12, 5.12};
  Engine engine(Plan{.population = 100,
                     .generate = reals(10, bounds),
                     .fitness = rastrigin,
                     .stop = fitness_reached(0.01) || generations(2000),
                     .cross = SimulatedBinary{.bounds = bounds},
                     .mutate = Polynomial{.bounds = bounds},
                     .goal = Minimise()});
  EXPECT_LE(engine.run(1).best().score, 0.01);
}

TEST(Crow, IsFoundByEverySeed) {
  const auto letter = [](Random& random) { return static_cast<char>(random.between('a', 'z')); };
  const auto matches = [](const std::string& word) {
    int count = 0;
    for (std::size_t i = 0; i < 4; ++i) count += word[i] == "crow"[i];
    return count;
  };
  Engine engine(Plan{
      .generate = genes<std::string>(4, letter), .fitness = matches, .stop = fitness_reached(4) || generations(500)});
  for (std::uint64_t seed = 0; seed < 100; ++seed) EXPECT_EQ(engine.run(seed).best().genome, "crow");
}

}  // namespace
}  // namespace evolve
