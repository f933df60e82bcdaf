// Several objectives: non-dominated fronts, crowding distance, hypervolume.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "evolve/goal.h"
#include "evolve/individual.h"

namespace evolve {

/// The individuals that no other of the population dominates.
template <typename I, typename Goal>
  requires MultiScore<typename I::Score>
[[nodiscard]] std::vector<const I*> non_dominated(Population<I> population, const Goal& goal) {
  std::vector<const I*> result;
  for (const I& each : population.members()) {
    const auto over = [&](const I& other) { return dominates(goal, other.score, each.score); };
    if (std::ranges::none_of(population.members(), over)) result.push_back(&each);
  }
  return result;
}

/// Deb's fast non-dominated sort (Deb et al. 2002, section III.A): O(M N²) comparisons, memory kept between
/// calls.
class FrontSorter {
 public:
  /// Reorders the individuals by front, writes the front into `standing.rank` (0 = not dominated) and returns
  /// where each front ends. Within a front the older come first.
  template <typename I, typename Goal>
  std::span<const std::size_t> sort(std::span<I*> all, const Goal& goal) {
    compare(all, goal);
    order_.clear();
    ends_.clear();
    for (std::uint32_t i = 0; i < all.size(); ++i)
      if (dominators_[i] == 0) order_.push_back(i);
    for (std::size_t begin = 0; begin < order_.size(); begin = ends_.back()) peel(begin);
    for (std::size_t i = 0, front = 0; i < all.size(); ++i) {
      if (i == ends_[front]) ++front;
      all[order_[i]]->standing.rank = static_cast<double>(front);
    }
    std::ranges::sort(all, {}, [](const I* each) { return std::pair(each->standing.rank, each->born); });
    return ends_;
  }

 private:
  template <typename I, typename Goal>
  void compare(std::span<I*> all, const Goal& goal) {
    const std::size_t n = all.size();
    dominators_.assign(n, 0);
    if (dominated_.size() < n) dominated_.resize(n);
    for (auto& each : dominated_) each.clear();
    for (std::uint32_t a = 0; a < n; ++a)
      for (std::uint32_t b = a + 1; b < n; ++b) {
        if (dominates(goal, all[a]->score, all[b]->score))
          note(a, b);
        else if (dominates(goal, all[b]->score, all[a]->score))
          note(b, a);
      }
  }
  void note(std::uint32_t better, std::uint32_t worse) {
    dominated_[better].push_back(worse);
    ++dominators_[worse];
  }

  /// The front that begins at `begin` of order_ is complete: who is dominated by it alone is the next one.
  void peel(std::size_t begin) {
    const std::size_t end = order_.size();
    ends_.push_back(end);
    for (std::size_t i = begin; i < end; ++i)
      for (const std::uint32_t worse : dominated_[order_[i]])
        if (--dominators_[worse] == 0) order_.push_back(worse);
  }

  std::vector<std::vector<std::uint32_t>> dominated_;  // whom each dominates
  std::vector<std::uint32_t> dominators_, order_;  // by how many each is dominated; fronts one after another
  std::vector<std::size_t> ends_;
};

/// Writes the crowding distance (Deb et al. 2002, section III.B) of the individuals of one front into
/// `standing.density`: the sum over the objectives of the gap between both neighbours, as a share of the
/// front's range; infinite at the ends. An objective that is the same for all, or infinite for one, adds
/// nothing. Reorders the front.
template <typename I>
void crowding_distance(std::span<I*> front) {
  for (I* each : front) each->standing.density = 0;
  for (std::size_t m = 0; m < std::tuple_size_v<typename I::Score>; ++m) {
    std::ranges::sort(front, {}, [m](const I* each) { return std::pair(each->score[m], each->born); });
    I &lowest = *front.front(), &highest = *front.back();
    lowest.standing.density = highest.standing.density = std::numeric_limits<double>::infinity();
    const double range = highest.score[m] - lowest.score[m];
    if (!(range > 0) || !std::isfinite(range)) continue;
    for (std::size_t i = 1; i + 1 < front.size(); ++i)
      front[i]->standing.density += (front[i + 1]->score[m] - front[i - 1]->score[m]) / range;
  }
}

/// The area that points dominate up to `reference`, both objectives minimised. Points beyond it add nothing.
[[nodiscard]] inline double hypervolume(std::vector<std::array<double, 2>> points,
                                        std::array<double, 2> reference) {
  std::ranges::sort(points);
  double area = 0, ceiling = reference[1];
  for (const auto& [x, y] : points) {
    if (x >= reference[0] || y >= ceiling) continue;
    area += (reference[0] - x) * (ceiling - y);
    ceiling = y;
  }
  return area;
}

}  // namespace evolve
