// The floor that any search must beat: valid random tests with a call of M_crash.
#pragma once

#include <vector>

#include "strategy/guided/guided_search.h"
#include "strategy/strategy.h"

namespace reenact {

/// Initial tests of a guided search, one batch after another: nothing that a test shows changes what the next one is, and
/// nothing is read from the exchange.
class RandomSearch final : public Strategy {
 public:
  /// `calls` and `pool` must outlive it.
  RandomSearch(const GuidedOptions& guided, const GoalCalls& calls, const ValuePool& pool, const SearchContext& context)
      : search_({.guided = guided}, calls, pool, context) {}
  [[nodiscard]] Turn advance(const Slice& slice, Exchange& exchange) override;
  [[nodiscard]] SearchResult take_result() override { return search_.trials().take(); }

 private:
  static constexpr std::size_t kBatch = 50;

  GuidedSearch search_;
  std::vector<TestCase> tests_{kBatch};
};

}  // namespace reenact
