// Who lives on. A survival reorders all individuals in place: parents (the first `parents` of `all`) and
// offspring go in, and the first `survivors` come out as the next generation, best first; the others are
// recycled.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace evolve {

template <typename S, typename I, typename OrderOf>
concept Survival = requires(S& survive, std::span<I*> all, std::size_t count, const OrderOf& better) {
  survive(all, count, count, better);
};

namespace detail {
/// Moves the `count` best to the front, in no order.
template <typename I, typename OrderOf>
void part_best(std::span<I*> individuals, std::size_t count, const OrderOf& better) {
  if (count == 0 || count == individuals.size()) return;
  std::nth_element(individuals.begin(), individuals.begin() + static_cast<std::ptrdiff_t>(count), individuals.end(),
                   [&](const I* a, const I* b) { return better(*a, *b); });
}
template <typename I, typename OrderOf>
void sort_best(std::span<I*> individuals, const OrderOf& better) {
  std::sort(individuals.begin(), individuals.end(), [&](const I* a, const I* b) { return better(*a, *b); });
}
}  // namespace detail

/// Elitist (μ+λ): the best of parents and offspring together.
struct MuPlusLambda {
  template <typename I, typename OrderOf>
  void operator()(std::span<I*> all, std::size_t /*parents*/, std::size_t survivors, const OrderOf& better) const {
    detail::part_best(all, survivors, better);
    detail::sort_best(all.first(survivors), better);
  }
};

/// (μ+λ) with a secondary objective, which compares individuals of equal score: `prefer(a, b)` says whether a goes before
/// b. It need only be a strict partial order: unlike `ties`, it may have no preference between a and b, and none between
/// b and c, and yet one between a and c. Sorting by such a relation is undefined; here equal scores are put in the
/// order of `ties` first, and then, again and again, the first goes on that nobody left is preferred to.
template <typename Prefer>
class Preferring {
 public:
  explicit Preferring(Prefer prefer) : prefer_(std::move(prefer)) {}

  template <typename I, typename OrderOf>
  void operator()(std::span<I*> all, std::size_t /*parents*/, std::size_t survivors, const OrderOf& better) {
    detail::sort_best(all, better);
    for (std::size_t begin = 0, end = 0; begin < survivors; begin = end) {
      for (end = begin + 1; end < all.size() && !better.goal.better(all[begin]->score, all[end]->score);) ++end;
      settle(all.subspan(begin, end - begin), std::min(end, survivors) - begin);
    }
  }

 private:
  /// The first `count` of `equals` in the order above; quadratic in `equals`.
  template <typename I>
  void settle(std::span<I*> equals, std::size_t count) {
    before_.assign(equals.size(), 0);
    for (std::size_t i = 0; i < equals.size(); ++i)
      for (std::size_t k = 0; k < equals.size(); ++k)
        if (i != k && prefer_(std::as_const(*equals[k]), std::as_const(*equals[i]))) ++before_[i];
    for (std::size_t place = 0; place < count; ++place) {
      const auto free = std::find(before_.begin() + static_cast<std::ptrdiff_t>(place), before_.end(), 0u);
      assert(free != before_.end());  // else `prefer` runs in a circle
      const auto at = free - before_.begin();
      std::rotate(before_.begin() + static_cast<std::ptrdiff_t>(place), free, free + 1);
      std::rotate(equals.begin() + static_cast<std::ptrdiff_t>(place), equals.begin() + at, equals.begin() + at + 1);
      for (std::size_t i = place + 1; i < equals.size(); ++i)
        if (prefer_(std::as_const(*equals[place]), std::as_const(*equals[i]))) --before_[i];
    }
  }

  Prefer prefer_;
  std::vector<std::size_t> before_;  // how many of those left are preferred to each
};

/// Generational: the offspring replace their parents, but the `elite` best parents stay (0 = none does); with
/// fewer offspring than places, more parents stay.
struct Generational {
  std::size_t elite = 1;

  template <typename I, typename OrderOf>
  void operator()(std::span<I*> all, std::size_t parents, std::size_t survivors, const OrderOf& better) const {
    const std::size_t offspring = all.size() - parents;
    const std::size_t wanted = offspring < survivors ? std::max(elite, survivors - offspring) : elite;
    const std::size_t kept = std::min({wanted, parents, survivors});
    detail::part_best(all.first(parents), kept, better);
    detail::part_best(all.subspan(parents), survivors - kept, better);
    // [kept parents | other parents | best offspring | other offspring] -> kept parents and best offspring in
    // front
    std::swap_ranges(all.begin() + static_cast<std::ptrdiff_t>(parents),
                     all.begin() + static_cast<std::ptrdiff_t>(parents + survivors - kept),
                     all.begin() + static_cast<std::ptrdiff_t>(kept));
    detail::sort_best(all.first(survivors), better);
  }
};

}  // namespace evolve
