// MO-HO: crash reproduction with helper objectives (fitness/helper_objectives.h).
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "fitness/helper_objectives.h"
#include "strategy/evolution.h"
#include "strategy/guided/guided_search.h"
#include "strategy/strategy.h"

namespace reenact {

struct MohoOptions {
  std::string selection = "spea2";  // who survives: "spea2" or "nsga2"
};

void declare(MohoOptions& options, OptionVisitor& visitor);

/// The guided search's tests and operators, but what survives is decided by NSGA-II, or SPEA2, over three objectives:
/// crash distance (the fitness), length of the test, similarity of its calls to the generation before. The helpers keep
/// long and uniform tests from taking over; the result is the test of the least crash distance. Nothing is learnt from new
/// code: as published. Tests of other strategies compete for places in the population.
class MohoSearch final : public Strategy {
 public:
  /// `calls` and `pool` must outlive it.
  MohoSearch(const GuidedOptions& guided, const BreedingOptions& breeding, const MohoOptions& options,
             const GoalCalls& calls, const ValuePool& pool, const SearchContext& context);
  [[nodiscard]] Turn advance(const Slice& slice, Exchange& exchange) override;
  [[nodiscard]] SearchResult take_result() override { return search_.trials().take(); }

 private:
  using Objectives = std::array<double, 3>;
  struct Crowded;

  [[nodiscard]] std::unique_ptr<Evolution<TestCase>> make_population();
  evolve::Flow evaluate(std::span<const TestCase* const> tests, std::span<Objectives> scores);

  const MohoOptions options_;
  GuidedSearch search_;
  const CallDiversity diversity_;
  std::vector<CallDiversity::Calls> generation_;  // the last that survived
  std::vector<double> distances_;
  std::unique_ptr<Evolution<TestCase>> population_;
};

}  // namespace reenact
