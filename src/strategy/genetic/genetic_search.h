// EvoCrash's guided genetic algorithm (docs/methods/evocrash.md): every test of every generation calls a method that can
// reach the target frame; the fittest survive.
#pragma once

#include <memory>

#include "strategy/evolution.h"
#include "strategy/guided/guided_search.h"
#include "strategy/strategy.h"

namespace reenact {

struct GeneticOptions {
  std::size_t population_step = 25;    // added when a search stagnates ...
  std::size_t population_limit = 300;  // ... up to here, then from the start again
  std::size_t stagnation = 120;        // generations without improvement until the population grows
  double rank_bias = 1.7;              // evolve::Rank
};

void declare(GeneticOptions& options, OptionVisitor& visitor);

/// Tests of other strategies compete for places in its population; where one stays, what is found from then on is
/// credited to it.
class GeneticSearch final : public Strategy {
 public:
  /// `calls` and `pool` must outlive it.
  GeneticSearch(const GuidedSettings& settings, const GeneticOptions& options, const GoalCalls& calls,
                const ValuePool& pool, const SearchContext& context);
  [[nodiscard]] Turn advance(const Slice& slice, Exchange& exchange) override;
  [[nodiscard]] SearchResult take_result() override { return search_.trials().take(); }

 private:
  using Population = evolve::Population<evolve::Individual<TestCase, double>>;
  struct Selection;

  [[nodiscard]] std::unique_ptr<Evolution<TestCase>> population_of(std::size_t size);
  void begin_population();

  const GeneticOptions options_;
  GuidedSearch search_;
  std::unique_ptr<Evolution<TestCase>> population_;
  std::size_t size_;  // of the next population
};

}  // namespace reenact
