// EvoCrash's guided genetic algorithm (docs/methods/evocrash.md): every test of every generation calls a method that can
// reach the target frame.
#pragma once

#include "generate/values.h"
#include "strategy/strategy.h"

namespace reenact {

struct GuidedOptions {
  std::size_t population = 50;
  std::size_t population_step = 25;    // added when a search stagnates ...
  std::size_t population_limit = 300;  // ... up to here, then from the start again
  double crossover = 0.75;
  std::size_t initial_statements = 12;  // calls of an initial test: 1 to this many
  /// Share of the offspring bred from tests that entered new code near the goal; 0: as published.
  double novelty = 0.35;
  double mutations = 1;     // statements of a test of n that a mutation changes on average: each with this / n
  bool slices = true;       // tests are cut down to what their last call of M_crash depends on; false: as published
  bool setup_calls = true;  // also calls that set up the objects behind the arguments; false: as published
  bool bbc = false;         // secondary objective: fitness/block_coverage.h
  bool adaptive = false;    // operators are chosen by their success: generate/operators.h
  bool helpers = false;     // MO-HO: strategy/moho/
  bool spea2 = true;        // MO-HO's survivors are SPEA2's choice, else NSGA-II's
  std::size_t stagnation = 120;  // generations without improvement until the population grows
};

class GuidedSearch final : public Strategy {
 public:
  GuidedSearch(GuidedOptions options, const ValuePool& pool) : options_(options), pool_(pool) {}
  [[nodiscard]] Expected<SearchResult> search(const SearchContext& context) override;

 private:
  GuidedOptions options_;
  const ValuePool& pool_;
};

/// The goal's calls that can be made at all: of M_crash, of the unit, and of what sets up their arguments.
struct CallChoice {
  std::vector<CallableId> crash, unit, setup;
  class CallWeights* weights = nullptr;  // of those that need not reach the target; null: all alike
  /// A call that need not reach the target. REQUIRES: !crash.empty().
  [[nodiscard]] CallableId other(Random& random) const;
};
[[nodiscard]] CallChoice possible_calls(const Goal& goal, const class TestBuilder& builder);

/// One initial test (EvoCrash's Algorithm 1): a call of M_crash with p = 1/size, else another of the unit; p rises with
/// every step that brought none, so that the last step is sure to.
void initial_test(TestCase& out, const CallChoice& calls, TestBuilder& builder, Random& random, std::size_t max_calls);

}  // namespace reenact
