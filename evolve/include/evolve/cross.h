// How two parents become one child or two. Children are recycled genomes with leftover values, never the
// parents.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <utility>

#include "evolve/generate.h"
#include "evolve/random.h"

namespace evolve {

template <typename C, typename Genome>
concept OneChildCrossover = std::invocable<C&, const Genome&, const Genome&, Genome&, Random&>;
template <typename C, typename Genome>
concept TwoChildCrossover = std::invocable<C&, const Genome&, const Genome&, Genome&, Genome&, Random&>;
template <typename C, typename Genome>
concept Crossover = OneChildCrossover<C, Genome> || TwoChildCrossover<C, Genome>;

namespace detail {
/// The first `cut` genes of `head` and those of `tail` from there on.
template <Sequence Genome>
void join(const Genome& head, const Genome& tail, std::size_t cut, Genome& child) {
  set_size(child, tail.size());
  const auto at = static_cast<std::ptrdiff_t>(cut);
  const auto middle = std::copy(head.begin(), head.begin() + at, child.begin());
  std::copy(tail.begin() + at, tail.end(), middle);
}

/// A cut inside both parents, so that each gives a gene where it can.
template <Sequence Genome>
std::size_t cut_of(const Genome& first, const Genome& second, Random& random) {
  const std::size_t shorter = std::min<std::size_t>(first.size(), second.size());
  return shorter < 2 ? shorter : 1 + random.below(shorter - 1);
}
}  // namespace detail

/// Single-point crossover with one child: the first i genes of the first parent, the others of the second.
struct SinglePoint {
  template <Sequence Genome>
  void operator()(const Genome& first, const Genome& second, Genome& child, Random& random) const {
    detail::join(first, second, detail::cut_of(first, second, random), child);
  }
};

/// Single-point crossover with two children: the tails of the parents change places.
struct SinglePointPair {
  template <Sequence Genome>
  void operator()(const Genome& first, const Genome& second, Genome& child, Genome& sibling, Random& random) const {
    const std::size_t cut = detail::cut_of(first, second, random);
    detail::join(first, second, cut, child);
    detail::join(second, first, cut, sibling);
  }
};

/// Each gene of the child comes from either parent with probability 1/2; past the shorter one's end, from the
/// first.
struct UniformCross {
  template <Sequence Genome>
  void operator()(const Genome& first, const Genome& second, Genome& child, Random& random) const {
    child = first;
    const std::size_t shorter = std::min<std::size_t>(first.size(), second.size());
    for (std::size_t i = 0; i < shorter; ++i)
      if (random.chance(0.5)) child[i] = second[i];
  }
};

/// A guided crossover: a child that has lost what `keeps(child)` asks for becomes a clone of its (first)
/// parent.
template <typename Cross, typename Keeps>
struct OrClone {
  Cross cross;
  Keeps keeps;

  template <typename Genome>
    requires OneChildCrossover<Cross, Genome>
  void operator()(const Genome& first, const Genome& second, Genome& child, Random& random) {
    cross(first, second, child, random);
    if (!keeps(std::as_const(child))) child = first;
  }
  template <typename Genome>
    requires TwoChildCrossover<Cross, Genome>
  void operator()(const Genome& first, const Genome& second, Genome& child, Genome& sibling, Random& random) {
    cross(first, second, child, sibling, random);
    if (!keeps(std::as_const(child))) child = first;
    if (!keeps(std::as_const(sibling))) sibling = second;
  }
};
template <typename Cross, typename Keeps>
OrClone(Cross, Keeps) -> OrClone<Cross, Keeps>;

}  // namespace evolve
