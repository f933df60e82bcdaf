// Where genomes come from: the gene factory (one generator function shared by the whole population), or a
// function that fills a recycled genome.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "evolve/random.h"

namespace evolve {

/// A genome made of genes: std::vector, std::string, std::array and the like.
template <typename Genome>
concept Sequence = requires(Genome genome, const Genome& constant, std::size_t i) {
  typename Genome::value_type;
  { constant.size() } -> std::convertible_to<std::size_t>;
  genome[i] = constant[i];
  genome.begin();
};

/// Sets the length of a genome where it has one to set.
template <Sequence Genome>
void set_size(Genome& genome, std::size_t size) {
  if constexpr (requires { genome.resize(size); }) genome.resize(size);
}

/// The gene factory: genomes of `shortest` to `longest` genes, each made by `generator(random)`.
template <Sequence GenomeType, typename Generator>
struct GeneFactory {
  using Genome = GenomeType;

  std::size_t shortest;
  std::size_t longest;
  Generator generator;

  [[nodiscard]] auto gene(Random& random) { return generator(random); }
  void operator()(Genome& out, Random& random) {
    const std::size_t size = shortest == longest ? shortest : shortest + random.below(longest - shortest + 1);
    set_size(out, size);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = gene(random);
  }
};

namespace detail {
template <typename Genome, typename Generator>
using genome_or_vector =
    std::conditional_t<std::is_void_v<Genome>, std::vector<std::invoke_result_t<Generator&, Random&>>, Genome>;
}  // namespace detail

/// `genes(4, f)`: vectors of four genes made by `f(random)`; `genes<std::string>(4, f)`: strings of four.
template <typename Genome = void, std::invocable<Random&> Generator>
[[nodiscard]] auto genes(std::size_t count, Generator generator) {
  return GeneFactory<detail::genome_or_vector<Genome, Generator>, Generator>{count, count, std::move(generator)};
}
/// Genomes of `shortest` to `longest` genes, every length equally likely. REQUIRES: shortest <= longest.
template <typename Genome = void, std::invocable<Random&> Generator>
[[nodiscard]] auto genes(std::size_t shortest, std::size_t longest, Generator generator) {
  return GeneFactory<detail::genome_or_vector<Genome, Generator>, Generator>{shortest, longest, std::move(generator)};
}

template <typename GenomeType, std::invocable<GenomeType&, Random&> Function>
struct Fill {
  using Genome = GenomeType;
  Function function;
  void operator()(Genome& out, Random& random) { function(out, random); }
};

/// `fill<Tree>(f)`: genomes of any type, made by `f(Tree& out, Random&)` in the memory of a discarded one.
/// `out` still has the discarded one's value: f overwrites it.
template <typename Genome, std::invocable<Genome&, Random&> Function>
[[nodiscard]] Fill<Genome, Function> fill(Function function) {
  return {std::move(function)};
}

/// What makes genomes: either of the above, or a function `random -> Genome`.
template <typename G>
concept Generator = requires(G& generate, typename G::Genome& out, Random& random) { generate(out, random); } ||
                    (std::invocable<G&, Random&> && !std::is_void_v<std::invoke_result_t<G&, Random&>>);

namespace detail {
template <typename G>
struct genome_of {
  using type = std::invoke_result_t<G&, Random&>;
};
template <typename G>
  requires requires { typename G::Genome; }
struct genome_of<G> {
  using type = typename G::Genome;
};

template <typename G, typename Genome>
void generate(G& generator, Genome& out, Random& random) {
  if constexpr (requires { typename G::Genome; })
    generator(out, random);
  else
    out = generator(random);
}
}  // namespace detail

template <Generator G>
using genome_of = typename detail::genome_of<G>::type;

}  // namespace evolve
