// Operators for genomes of real numbers within bounds.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>

#include "evolve/generate.h"
#include "evolve/mutate.h"
#include "evolve/random.h"

namespace evolve {

template <typename Genome>
concept RealSequence = Sequence<Genome> && std::floating_point<typename Genome::value_type>;

struct Bounds {
  double low = 0;
  double high = 1;
};

/// A generator of genomes of `count` numbers drawn uniformly from the bounds.
[[nodiscard]] inline auto reals(std::size_t count, Bounds bounds) {
  return genes(count, [bounds](Random& random) { return random.uniform(bounds.low, bounds.high); });
}

/// Simulated binary crossover (Deb & Agrawal 1995), with bounds as in Deb's NSGA-II code: each gene is
/// crossed with probability 1/2; the larger `eta`, the nearer the children to their parents. The spread
/// factor β_q of a child is (αu)^(1/(η+1)) for u <= 1/α, else (1/(2-αu))^(1/(η+1)), with α = 2 - β^-(η+1) and
/// β from the nearer bound.
struct SimulatedBinary {
  Bounds bounds{};
  double eta = 15;

  template <RealSequence Genome>
  void operator()(const Genome& first, const Genome& second, Genome& child, Genome& sibling, Random& random) const {
    child = first;
    sibling = second;
    const std::size_t shorter = std::min<std::size_t>(first.size(), second.size());
    for (std::size_t i = 0; i < shorter; ++i) {
      if (!random.chance(0.5)) continue;
      const double low = std::min<double>(first[i], second[i]), high = std::max<double>(first[i], second[i]);
      if (high - low < 1e-14) continue;
      const double u = random.unit();
      double below = 0.5 * (low + high - spread(u, (low - bounds.low) / (high - low)) * (high - low));
      double above = 0.5 * (low + high + spread(u, (bounds.high - high) / (high - low)) * (high - low));
      if (random.chance(0.5)) std::swap(below, above);
      child[i] = std::clamp(below, bounds.low, bounds.high);
      sibling[i] = std::clamp(above, bounds.low, bounds.high);
    }
  }

 private:
  [[nodiscard]] double spread(double u, double room) const {
    const double alpha = 2.0 - std::pow(1.0 + 2.0 * room, -(eta + 1.0));
    const double base = u <= 1.0 / alpha ? alpha * u : 1.0 / (2.0 - alpha * u);
    return std::pow(base, 1.0 / (eta + 1.0));
  }
};

/// Polynomial mutation (Deb & Goyal 1996), with bounds as in Deb's NSGA-II code.
struct Polynomial {
  Bounds bounds{};
  double eta = 20;
  double probability = kOnePerGenome;

  template <RealSequence Genome>
  void operator()(Genome& genome, Random& random) const {
    for_each_chosen(genome.size(), probability, random,
                    [&](std::size_t i) { genome[i] = moved(genome[i], random.unit()); });
  }

 private:
  [[nodiscard]] double moved(double x, double u) const {
    const double range = bounds.high - bounds.low, power = 1.0 / (eta + 1.0);
    const double room = (u < 0.5 ? x - bounds.low : bounds.high - x) / range;
    const double rest = std::pow(1.0 - room, eta + 1.0);
    const double delta = u < 0.5 ? std::pow(2.0 * u + (1.0 - 2.0 * u) * rest, power) - 1.0
                                 : 1.0 - std::pow(2.0 * (1.0 - u) + 2.0 * (u - 0.5) * rest, power);
    return std::clamp(x + delta * range, bounds.low, bounds.high);
  }
};

/// Adds a normally distributed number of the given standard deviation to each gene with the given
/// probability.
struct Gaussian {
  Bounds bounds{};
  double deviation = 0.1;
  double probability = kOnePerGenome;

  template <RealSequence Genome>
  void operator()(Genome& genome, Random& random) const {
    for_each_chosen(genome.size(), probability, random, [&](std::size_t i) {
      genome[i] = std::clamp(genome[i] + deviation * random.normal(), bounds.low, bounds.high);
    });
  }
};

}  // namespace evolve
