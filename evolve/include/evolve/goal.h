// What "better" means: a goal compares scores, ties settle equal scores, an order joins the two.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <tuple>

#include "evolve/individual.h"

namespace evolve {

/// `better` of two arrays is Pareto dominance: nowhere worse and somewhere better.
template <typename Goal, std::size_t objectives>
[[nodiscard]] constexpr bool dominates(const Goal& goal, const std::array<double, objectives>& a,
                                       const std::array<double, objectives>& b) {
  bool somewhere = false;
  for (std::size_t i = 0; i < objectives; ++i) {
    if (goal.better(b[i], a[i])) return false;
    somewhere = somewhere || goal.better(a[i], b[i]);
  }
  return somewhere;
}

struct Maximise {
  [[nodiscard]] static constexpr bool better(double a, double b) { return a > b; }
  [[nodiscard]] static constexpr double worst() { return -std::numeric_limits<double>::infinity(); }
};

struct Minimise {
  [[nodiscard]] static constexpr bool better(double a, double b) { return a < b; }
  [[nodiscard]] static constexpr double worst() { return std::numeric_limits<double>::infinity(); }
};

/// Of equal scores the younger first, so that neutral changes can spread.
struct YoungerFirst {
  template <typename I>
  [[nodiscard]] constexpr bool operator()(const I& a, const I& b) const {
    return a.born > b.born;
  }
};

struct OlderFirst {
  template <typename I>
  [[nodiscard]] constexpr bool operator()(const I& a, const I& b) const {
    return a.born < b.born;
  }
};

/// Of equal scores the smaller genome first, then the older: keeps growth in check.
struct SmallerFirst {
  template <typename I>
  [[nodiscard]] constexpr bool operator()(const I& a, const I& b) const {
    return std::tuple(a.genome.size(), a.born) < std::tuple(b.genome.size(), b.born);
  }
};

/// A strict order of individuals, the better first: by score (of several objectives: by standing), then by
/// `ties`.
template <typename Goal, typename Ties>
struct Order {
  [[no_unique_address]] Goal goal{};
  [[no_unique_address]] Ties ties{};

  template <SingleScore Score, typename Genome>
  [[nodiscard]] bool operator()(const Individual<Genome, Score>& a, const Individual<Genome, Score>& b) const {
    if (goal.better(a.score, b.score)) return true;
    return !goal.better(b.score, a.score) && ties(a, b);
  }
  template <MultiScore Score, typename Genome>
  [[nodiscard]] bool operator()(const Individual<Genome, Score>& a, const Individual<Genome, Score>& b) const {
    if (a.standing.rank != b.standing.rank) return a.standing.rank < b.standing.rank;
    if (a.standing.density != b.standing.density) return a.standing.density > b.standing.density;
    return ties(a, b);
  }
};

}  // namespace evolve
