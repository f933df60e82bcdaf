// Who lives on. A survival reorders all individuals in place: parents (the first `parents` of `all`) and
// offspring go in, and the first `survivors` come out as the next generation, best first; the others are
// recycled.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>

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
