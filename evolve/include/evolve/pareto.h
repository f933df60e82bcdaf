// Several objectives: non-dominated fronts, crowding distance, hypervolume.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
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

/// Efficient non-dominated sort with sequential search, ENS-SS (Zhang, Tian, Cheng & Jin 2015): the fronts of
/// Deb et al. (2002), O(M N²) comparisons at most and usually far fewer, without lists of who dominates whom.
/// Invariant: when individuals come in lexicographic order, none dominates an earlier one, so each belongs to
/// the first front of which no member dominates it. Memory is kept between calls.
class FrontSorter {
 public:
  /// Reorders the individuals by front, within a front the older first, writes the front into `standing.rank`
  /// (0 = not dominated) and returns where each front ends.
  template <typename I, typename Goal>
  std::span<const std::size_t> sort(std::span<I*> all, const Goal& goal) {
    std::ranges::sort(all, [&](const I* a, const I* b) { return comes_first(*a, *b, goal); });
    last_.clear();
    last_.reserve(all.size());
    next_.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) insert(all, i, goal);
    std::ranges::sort(all, {}, [](const I* each) { return std::pair(each->standing.rank, each->born); });
    ends_.clear();
    ends_.reserve(all.size());
    for (std::size_t i = 1; i <= all.size(); ++i)
      if (i == all.size() || all[i]->standing.rank != all[i - 1]->standing.rank) ends_.push_back(i);
    return ends_;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  template <typename I, typename Goal>
  static bool comes_first(const I& a, const I& b, const Goal& goal) {
    for (std::size_t m = 0; m < a.score.size(); ++m) {
      if (goal.better(a.score[m], b.score[m])) return true;
      if (goal.better(b.score[m], a.score[m])) return false;
    }
    return a.born < b.born;
  }

  template <typename I, typename Goal>
  void insert(std::span<I*> all, std::size_t i, const Goal& goal) {
    std::size_t front = 0;
    while (front < last_.size() && dominated_in(all, i, last_[front], goal)) ++front;
    if (front == last_.size()) last_.push_back(kNone);
    next_[i] = std::exchange(last_[front], i);
    all[i]->standing.rank = static_cast<double>(front);
  }

  /// From the newest member of the front on: the one nearest in the order is the likeliest to dominate.
  template <typename I, typename Goal>
  bool dominated_in(std::span<I*> all, std::size_t i, std::size_t member, const Goal& goal) const {
    for (; member != kNone; member = next_[member])
      if (dominates(goal, all[member]->score, all[i]->score)) return true;
    return false;
  }

  std::vector<std::size_t> last_, next_;  // the newest member of each front, and the one before each member
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
[[nodiscard]] inline double hypervolume(std::vector<std::array<double, 2>> points, std::array<double, 2> reference) {
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
