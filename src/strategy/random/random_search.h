// The floor that any search must beat: valid random tests with a call of M_crash.
#pragma once

#include "strategy/genetic/guided_search.h"
#include "strategy/strategy.h"

namespace reenact {

/// A guided search whose population is made anew each generation: selection, crossover and mutation are left out.
class RandomSearch final : public Strategy {
 public:
  explicit RandomSearch(const ValuePool& pool) : pool_(pool) {}
  [[nodiscard]] Expected<SearchResult> search(const SearchContext& context) override;

 private:
  const ValuePool& pool_;
};

}  // namespace reenact
