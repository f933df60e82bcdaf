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

/// (μ+λ) with a secondary objective, which compares individuals of equal score by what they did: `kind(individual)` is a
/// number, equal for those it cannot tell apart, and `prefer(kind a, kind b)` says whether a goes before b. It need only be
/// a strict partial order: unlike `ties`, it may have no preference between a and b, and none between b and c, and yet
/// one between a and c. Sorting by such a relation is undefined; here equal scores are put in the order of `ties` first,
/// and then, again and again, the first goes on that nobody left is preferred to.
/// With g equal scores of k kinds: O(g log g + g k + k^2).
template <typename Kind, typename Prefer>
class Preferring {
 public:
  Preferring(Kind kind, Prefer prefer) : kind_(std::move(kind)), prefer_(std::move(prefer)) {}

  template <typename I, typename OrderOf>
  void operator()(std::span<I*> all, std::size_t /*parents*/, std::size_t survivors, const OrderOf& better) {
    detail::sort_best(all, better);
    for (std::size_t begin = 0, end = 0; begin < survivors; begin = end) {
      for (end = begin + 1; end < all.size() && !better.goal.better(all[begin]->score, all[end]->score);) ++end;
      settle(all.subspan(begin, end - begin));
    }
  }

 private:
  struct Class {
    std::size_t kind = 0;
    std::size_t first = 0, count = 0;  // members left: first, and how many, in `positions_`
    std::size_t before = 0;            // classes with members left that are preferred to this one
  };

  template <typename I>
  void settle(std::span<I*> equals) {
    // Positions by kind; those of one kind stay in their order.
    positions_.clear();
    for (std::size_t i = 0; i < equals.size(); ++i) positions_.emplace_back(kind_(std::as_const(*equals[i])), i);
    std::ranges::sort(positions_);
    classes_.clear();
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      if (classes_.empty() || classes_.back().kind != positions_[i].first) classes_.push_back({positions_[i].first, i});
      ++classes_.back().count;
    }
    if (classes_.size() < 2) return;
    for (Class& each : classes_)
      for (const Class& other : classes_)
        if (&each != &other && prefer_(other.kind, each.kind)) ++each.before;
    order_.clear();
    while (order_.size() < equals.size()) order_.push_back(next());
    settled_.clear();
    for (const std::size_t position : order_) settled_.push_back(equals[position]);
    for (std::size_t i = 0; i < equals.size(); ++i) equals[i] = static_cast<I*>(settled_[i]);
  }

  /// Takes the first position that nothing left goes before.
  std::size_t next() {
    Class* chosen = nullptr;
    for (Class& each : classes_)
      if (each.count > 0 && each.before == 0 &&
          (chosen == nullptr || positions_[each.first].second < positions_[chosen->first].second))
        chosen = &each;
    assert(chosen != nullptr);  // else `prefer` runs in a circle
    const std::size_t position = positions_[chosen->first++].second;
    if (--chosen->count == 0)
      for (Class& each : classes_)
        if (each.count > 0 && prefer_(chosen->kind, each.kind)) --each.before;
    return position;
  }

  Kind kind_;
  Prefer prefer_;
  std::vector<std::pair<std::size_t, std::size_t>> positions_;  // (kind, position)
  std::vector<Class> classes_;
  std::vector<std::size_t> order_;
  std::vector<void*> settled_;
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
