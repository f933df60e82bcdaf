// MO-HO: crash reproduction with helper objectives (fitness/helper_objectives.h).
#pragma once

#include "strategy/genetic/guided_search.h"
#include "strategy/strategy.h"

namespace reenact {

/// The guided search's tests and operators, but what survives is decided by NSGA-II, or SPEA2, over three objectives:
/// crash distance (the fitness), length of the test, similarity of its calls to the generation before. The helpers keep
/// long and uniform tests from taking over; the result is the test of the least crash distance.
class MohoSearch final : public Strategy {
 public:
  MohoSearch(GuidedOptions options, const ValuePool& pool) : options_(options), pool_(pool) {
    options_.helpers = true;
    options_.novelty = 0;  // as published
  }
  [[nodiscard]] Expected<SearchResult> search(const SearchContext& context) override {
    return GuidedSearch(options_, pool_).search(context);
  }

 private:
  GuidedOptions options_;
  const ValuePool& pool_;
};

}  // namespace reenact
