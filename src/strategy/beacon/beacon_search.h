// Beacon's search (Slater, Bergel; docs/methods/beacon.md): Genyal's defaults on evolve/, for a crash without a trace.
#pragma once

#include "generate/values.h"
#include "strategy/strategy.h"

namespace reenact {

struct BeaconOptions {
  std::size_t population = 64;
  std::size_t genes = 8;  // statements of an individual
  std::uint64_t generations = 500;
};

/// Individuals are sequences of a fixed number of calls, any of Goal::unit_calls, with random values or results of earlier
/// calls as arguments. Tournament selection, single-point crossover with one child, each gene made anew with probability
/// 1/genes. Needs no frames and no M_crash.
class BeaconSearch final : public Strategy {
 public:
  BeaconSearch(BeaconOptions options, const ValuePool& pool) : options_(options), pool_(pool) {}
  [[nodiscard]] Expected<SearchResult> search(const SearchContext& context) override;

 private:
  BeaconOptions options_;
  const ValuePool& pool_;
};

}  // namespace reenact
