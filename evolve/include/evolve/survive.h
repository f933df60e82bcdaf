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
template <typename I, typename OrderOf>
void sort_best(std::span<I*> individuals, std::size_t count, const OrderOf& better) {
  const auto order = [&](const I* a, const I* b) { return better(*a, *b); };
  const auto middle = individuals.begin() + static_cast<std::ptrdiff_t>(count);
  if (middle != individuals.end()) std::nth_element(individuals.begin(), middle, individuals.end(), order);
  std::sort(individuals.begin(), middle, order);
}
}  // namespace detail

/// Elitist (μ+λ): the best of parents and offspring together.
struct MuPlusLambda {
  template <typename I, typename OrderOf>
  void operator()(std::span<I*> all, std::size_t /*parents*/, std::size_t survivors,
                  const OrderOf& better) const {
    detail::sort_best(all, survivors, better);
  }
};

/// Generational: the offspring replace their parents, but the `elite` best parents stay (0 = none does); with
/// fewer offspring than places, more parents stay.
struct Generational {
  std::size_t elite = 1;

  template <typename I, typename OrderOf>
  void operator()(std::span<I*> all, std::size_t parents, std::size_t survivors,
                  const OrderOf& better) const {
    const std::size_t offspring = all.size() - parents;
    const std::size_t wanted = offspring < survivors ? std::max(elite, survivors - offspring) : elite;
    const std::size_t kept = std::min({wanted, parents, survivors});
    detail::sort_best(all.first(parents), kept, better);
    detail::sort_best(all.subspan(parents), survivors - kept, better);
    // [kept parents | other parents | best offspring | other offspring] -> kept parents and best offspring in
    // front
    std::swap_ranges(all.begin() + static_cast<std::ptrdiff_t>(parents),
                     all.begin() + static_cast<std::ptrdiff_t>(parents + survivors - kept),
                     all.begin() + static_cast<std::ptrdiff_t>(kept));
    detail::sort_best(all.first(survivors), survivors, better);
  }
};

}  // namespace evolve
