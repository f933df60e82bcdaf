// The runs that are timed: each library solves the same problems with the same numbers and the nearest
// operators it has.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace bench {

inline constexpr std::size_t kPopulation = 100;
inline constexpr std::size_t kBits = 100;
inline constexpr std::size_t kVariables = 20;     // Rastrigin, in [-5.12, 5.12]
inline constexpr std::size_t kZdtVariables = 30;  // ZDT1, in [0, 1]
inline constexpr double kCrossover = 0.9;

struct Run {
  std::size_t evaluations = 0;
  double best = 0;  // OneMax: bits set; Rastrigin: the minimum; ZDT1: the hypervolume up to (1.1, 1.1)
};

// One function per problem, so that all libraries pay the same for it.
template <typename Genome>
double onemax(const Genome& genome) {
  double sum = 0;
  for (std::size_t i = 0; i < kBits; ++i) sum += static_cast<double>(genome[i]);
  return sum;
}
template <typename Genome>
double rastrigin(const Genome& x) {
  double sum = 10.0 * static_cast<double>(kVariables);
  for (std::size_t i = 0; i < kVariables; ++i) sum += x[i] * x[i] - 10.0 * std::cos(6.283185307179586 * x[i]);
  return sum;
}
template <typename Genome>
void zdt1(const Genome& x, double& first, double& second) {
  double sum = 0;
  for (std::size_t i = 1; i < kZdtVariables; ++i) sum += x[i];
  const double g = 1 + 9 * sum / static_cast<double>(kZdtVariables - 1);
  first = x[0];
  second = g * (1 - std::sqrt(x[0] / g));
}

// libpagmo: sga is (mu+lambda) with a tournament of two; nsga2.
Run pagmo_onemax(std::size_t generations, unsigned seed);
Run pagmo_rastrigin(std::size_t generations, unsigned seed);
Run pagmo_zdt1(std::size_t generations, unsigned seed);
// GAlib: GASimpleGA is generational and keeps the best one; its real numbers have no simulated binary
// crossover.
Run galib_onemax(std::size_t generations, unsigned seed);
Run galib_rastrigin(std::size_t generations, unsigned seed);

}  // namespace bench
