// Who becomes a parent. A selection is given the population, best first, and returns an index into it, or the
// genome of someone else (of an archive, say), which must stay as it is until the generation is bred. One
// that needs to look at the whole generation first also has `prepare(population)`; one that chooses the
// second parent in another way than the first has `mate(population, random)`.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <vector>

#include "evolve/goal.h"
#include "evolve/individual.h"
#include "evolve/random.h"

namespace evolve {

template <typename Choice, typename I>
concept ParentChoice = std::convertible_to<Choice, std::size_t> || std::same_as<Choice, const typename I::Genome&>;
template <typename S, typename I>
concept Selection = requires(S& select, Population<I> population, Random& random) {
  { select(population, random) } -> ParentChoice<I>;
};
template <typename S, typename I>
concept MatingSelection = Selection<S, I> && requires(S& select, Population<I> population, Random& random) {
  { select.mate(population, random) } -> ParentChoice<I>;
};
template <typename S, typename I>
concept PreparedSelection =
    Selection<S, I> && requires(S& select, Population<I> population) { select.prepare(population); };

/// The best of `size` individuals drawn with replacement. The i-th best of n (i from 0) is selected with
/// probability
/// ((n - i)^size - (n - i - 1)^size) / n^size.
struct Tournament {
  std::size_t size = 3;

  template <typename I>
  [[nodiscard]] std::size_t operator()(Population<I> population, Random& random) const {
    // The population is sorted, so the lower index is the better individual.
    std::size_t best = random.below(population.size());
    for (std::size_t i = 1; i < size; ++i) best = std::min<std::size_t>(best, random.below(population.size()));
    return best;
  }
};

/// Linear ranking (Whitley 1989, the GENITOR algorithm): the best is `bias` times as likely to be selected as
/// the median. REQUIRES: 1 < bias <= 2.
struct Rank {
  double bias = 1.7;

  template <typename I>
  [[nodiscard]] std::size_t operator()(Population<I> population, Random& random) const {
    assert(bias > 1 && bias <= 2);
    const double r = random.unit();
    const double rank = static_cast<double>(population.size()) *
                        (bias - std::sqrt(bias * bias - 4.0 * (bias - 1.0) * r)) / 2.0 / (bias - 1.0);
    return std::min(population.size() - 1, static_cast<std::size_t>(rank));
  }
};

/// Fitness-proportional selection (Holland 1975): the weight of an individual is its distance from the worst
/// score of the generation (`kAboveWorst`, for either goal), or the score itself (`kScore`; REQUIRES:
/// maximised, none negative). When all weights are 0, every individual is equally likely. Infinite scores
/// weigh nothing.
class Roulette {
 public:
  enum class Weight { kAboveWorst, kScore };
  explicit Roulette(Weight weight = Weight::kAboveWorst) : weight_(weight) {}

  template <typename I>
    requires SingleScore<typename I::Score>
  void prepare(Population<I> population) {
    double worst = population[0].score;
    for (const I& each : population.members())
      if (std::isfinite(each.score)) worst = each.score;
    sums_.clear();
    double sum = 0;
    for (const I& each : population.members()) {
      const double weight = weight_ == Weight::kScore ? each.score : std::abs(each.score - worst);
      assert(!(weight < 0));
      if (std::isfinite(weight)) sum += weight;
      sums_.push_back(sum);
    }
  }

  template <typename I>
    requires SingleScore<typename I::Score>
  [[nodiscard]] std::size_t operator()(Population<I> population, Random& random) const {
    assert(sums_.size() == population.size());
    if (!(sums_.back() > 0)) return random.below(population.size());
    const auto hit = std::ranges::upper_bound(sums_, random.unit() * sums_.back());
    return std::min(population.size() - 1, static_cast<std::size_t>(hit - sums_.begin()));
  }

 private:
  Weight weight_;
  std::vector<double> sums_;
};

/// Every individual is equally likely.
struct Uniform {
  template <typename I>
  [[nodiscard]] std::size_t operator()(Population<I> population, Random& random) const {
    return random.below(population.size());
  }
};

}  // namespace evolve
