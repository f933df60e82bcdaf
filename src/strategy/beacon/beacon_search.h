// Beacon's search (Slater, Bergel; docs/methods/beacon.md): Genyal's defaults on evolve/, for a crash without a trace.
#pragma once

#include <memory>
#include <vector>

#include "base/declare.h"
#include "generate/values.h"
#include "strategy/strategy.h"

namespace reenact {

struct BeaconOptions {
  std::size_t population = 64;
  std::size_t genes = 8;  // statements of an individual
  std::size_t generations = 500;
};

void declare(BeaconOptions& options, OptionVisitor& visitor);

/// Individuals are sequences of a fixed number of calls, any of `calls`, with random values or results of earlier calls as
/// arguments. Tournament selection, single-point crossover with one child, each gene made anew with probability 1/genes.
/// Needs no frames and no M_crash. Gives up after its generations.
class BeaconSearch final : public Strategy {
 public:
  /// `pool` must outlive it.
  BeaconSearch(const BeaconOptions& options, const std::vector<CallableId>& calls, const ValuePool& pool,
               const SearchContext& context);
  ~BeaconSearch() override;
  [[nodiscard]] Turn advance(const Slice& slice, Exchange& exchange) override;
  [[nodiscard]] SearchResult take_result() override;

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace reenact
