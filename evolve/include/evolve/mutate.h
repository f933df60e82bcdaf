// How a child is changed. A mutation that makes new genes is also given the generator of the population.
#pragma once

#include <concepts>
#include <cstddef>

#include "evolve/generate.h"
#include "evolve/random.h"

namespace evolve {

template <typename M, typename Genome, typename G>
concept Mutation = std::invocable<M&, Genome&, Random&> || std::invocable<M&, Genome&, Random&, G&>;

/// The probability 1/n of a gene to be changed, n = genes of the individual.
inline constexpr double kOnePerGenome = 0;

/// Calls `change(i)` for each of `count` genes with the given probability (or kOnePerGenome), in order.
template <typename Change>
void for_each_chosen(std::size_t count, double probability, Random& random, Change change) {
  if (count == 0) return;
  if (probability <= 0) probability = 1.0 / static_cast<double>(count);
  for (std::size_t i = random.gap(probability); i < count; i += 1 + random.gap(probability)) change(i);
}

/// Each gene is made anew by the gene factory with the given probability.
struct PerGene {
  double probability = kOnePerGenome;

  template <Sequence Genome, typename Factory>
    requires requires(Factory& factory, Random& random) { factory.gene(random); }
  void operator()(Genome& genome, Random& random, Factory& factory) const {
    for_each_chosen(genome.size(), probability, random, [&](std::size_t i) { genome[i] = factory.gene(random); });
  }
};

/// Each gene is negated with the given probability.
struct FlipBits {
  double probability = kOnePerGenome;

  template <Sequence Genome>
  void operator()(Genome& genome, Random& random) const {
    for_each_chosen(genome.size(), probability, random, [&](std::size_t i) { genome[i] = !genome[i]; });
  }
};

/// Leaves the child as it is.
struct NoMutation {
  template <typename Genome>
  void operator()(Genome&, Random&) const {}
};

}  // namespace evolve
