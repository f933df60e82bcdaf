// SPEA2 (Zitzler, Laumanns & Thiele 2001, TIK report 103): a survival for scores of several objectives.
#pragma once

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "evolve/individual.h"
#include "evolve/pareto.h"

namespace evolve {

/// The population is the paper's archive and the offspring are its population, so the paper's algorithm is
/// this survival with `.select = Tournament{2}`. Fitness F(i) = R(i) + D(i), minimised, over archive ∪
/// population:
/// - strength S(i): how many i dominates; raw fitness R(i): the sum of S(j) over all j that dominate i;
/// - density D(i) = 1 / (σ_i^k + 2), σ_i^k = distance to the k-th nearest other, k = ⌊√(how many there are)⌋.
/// The individuals with F < 1 (those not dominated) survive. Too few: the best of the others too. Too many:
/// again and again the one goes that is nearest to another, ties settled by the second nearest, the third,
/// and so on. F becomes `standing.rank`. Distances are Euclidean in the space of scores, not normalised, as
/// in the paper.
class Spea2 {
 public:
  template <typename I, typename OrderOf>
    requires MultiScore<typename I::Score>
  void operator()(std::span<I*> all, std::size_t /*parents*/, std::size_t survivors, const OrderOf& better) {
    assign(all, better.goal);
    const auto by_fitness = [&](const I* a, const I* b) { return better(*a, *b); };
    std::ranges::sort(all, by_fitness);
    const auto first_dominated = std::ranges::find_if(all, [](const I* each) { return each->standing.rank >= 1; });
    const auto count = static_cast<std::size_t>(first_dominated - all.begin());
    if (count <= survivors) return;
    truncate(all.first(count), survivors);
    std::ranges::sort(all.first(survivors), by_fitness);
  }

  /// Writes F of each individual into `standing.rank`.
  template <typename I, typename Goal>
  void assign(std::span<I*> all, const Goal& goal) {
    const std::size_t n = all.size();
    strength_.assign(n, 0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (i != j && dominates(goal, all[i]->score, all[j]->score)) ++strength_[i];
    const auto k = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
    for (std::size_t i = 0; i < n; ++i) {
      double raw = 0;
      for (std::size_t j = 0; j < n; ++j)
        if (i != j && dominates(goal, all[j]->score, all[i]->score)) raw += static_cast<double>(strength_[j]);
      all[i]->standing = {.rank = raw + density(all, i, k), .density = 0};
    }
  }

 private:
  template <typename Score>
  static double distance(const Score& a, const Score& b) {
    double sum = 0;
    for (std::size_t m = 0; m < a.size(); ++m) sum += (a[m] - b[m]) * (a[m] - b[m]);
    // Both infinitely bad in one objective: NaN, as near as can be.
    return std::isnan(sum) ? 0 : std::sqrt(sum);
  }

  template <typename I>
  double density(std::span<I*> all, std::size_t i, std::size_t k) {
    near_.clear();
    for (std::size_t j = 0; j < all.size(); ++j)
      if (j != i) near_.push_back(distance(all[i]->score, all[j]->score));
    if (near_.empty()) return 0.5;
    const std::size_t nth = std::min(k, near_.size()) - 1;
    std::ranges::nth_element(near_, near_.begin() + static_cast<std::ptrdiff_t>(nth));
    return 1.0 / (near_[nth] + 2.0);
  }

  /// Moves the ones that stay to the front.
  template <typename I>
  void truncate(std::span<I*> all, std::size_t survivors) {
    list_neighbours(all);
    alive_.assign(all.size(), true);
    for (std::size_t left = all.size(); left > survivors; --left) alive_[most_crowded(left)] = false;
    std::size_t to = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (alive_[i]) std::swap(all[to++], all[i]);
  }

  struct Neighbour {
    double distance;
    std::uint32_t index;
  };

  template <typename I>
  void list_neighbours(std::span<I*> all) {
    if (neighbours_.size() < all.size()) neighbours_.resize(all.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      neighbours_[i].clear();
      for (std::uint32_t j = 0; j < all.size(); ++j)
        if (j != i) neighbours_[i].push_back({distance(all[i]->score, all[j]->score), j});
      std::ranges::sort(neighbours_[i], {}, &Neighbour::distance);
    }
  }

  /// The living individual whose sorted distances to the other living ones come first lexicographically.
  std::size_t most_crowded(std::size_t left) {
    std::size_t result = alive_.size();
    for (std::size_t i = 0; i < alive_.size(); ++i) {
      if (!alive_[i]) continue;
      std::erase_if(neighbours_[i], [&](const Neighbour& each) { return !alive_[each.index]; });
      if (result == alive_.size() || nearer(neighbours_[i], neighbours_[result], left - 1)) result = i;
    }
    return result;
  }
  static bool nearer(const std::vector<Neighbour>& a, const std::vector<Neighbour>& b, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      if (a[i].distance != b[i].distance) return a[i].distance < b[i].distance;
    return false;
  }

  std::vector<std::size_t> strength_;
  std::vector<double> near_;
  std::vector<std::vector<Neighbour>> neighbours_;
  std::vector<bool> alive_;
};

}  // namespace evolve
