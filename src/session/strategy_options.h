// The strategies by their names, with all options they have.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/contracts/callers.h"
#include "base/declare.h"
#include "base/error.h"
#include "fitness/staircase.h"
#include "generate/values.h"
#include "session/portfolio.h"
#include "strategy/backward/star_search.h"
#include "strategy/concolic/concolic_search.h"
#include "strategy/genetic/genetic_search.h"
#include "strategy/guided/goal_calls.h"
#include "strategy/guided/guided_search.h"
#include "strategy/moho/moho_search.h"
#include "strategy/strategy.h"

namespace reenact {

/// Where values come from, whatever strategy uses them.
struct ValueOptions {
  bool constant_values = true;  // the subject's own constants
  bool report_values = true;    // literals from the argument values that the report shows
  bool examples = true;         // texts of the project's tests and examples (api/sources/examples.h)
  bool operand_values = true;   // operands of comparisons seen while tests run
};

/// What the fitness counts and how the budget is divided.
struct GoalOptions {
  std::string fitness = "staircase";
  double well_formed = 0.25;  // generate/contract_tier.h: share of the budget without progress
  CallerOptions callers;
  bool deciders = true;         // goal/deciders.h, with "staircase"
  bool impossible_ends = true;  // of STAR's proofs, Turn::End::kImpossible
  bool drop_assertions = true;  // where one fails on the report's way: build/assertions.h
  /// KB of stack that tests have in the search where an exhausted one is looked for; 0: that of a program
  /// (docs/ideas/exhausted-stacks.md).
  std::size_t search_stack = 512;
  StaircaseOptions staircase;
};

/// Of all strategies that `--strategy` can name.
struct StrategyOptions {
  std::string strategies =
      "genetic,concolic,star";  // --strategy: one, or several with ',' between them that work together
  GoalOptions goal;
  ValueOptions values;
  Draws draws;
  PortfolioOptions portfolio;
  GuidedOptions guided;
  BreedingOptions breeding;
  NoveltyOptions novelty;
  GeneticOptions genetic;
  MohoOptions moho;
  ConcolicOptions concolic;
  BackwardOptions backward;
  std::string secondary = "none";  // "bbc" (fitness/block_coverage.h) or "none"
};

/// All of them, group by group; --strategy itself is not among them.
void declare(StrategyOptions& options, OptionVisitor& visitor);

/// Leaves out what docs/methods/evocrash.md lists as going beyond EvoCrash.
void set_as_published(StrategyOptions& options);

/// "genetic,random" as names, in order, each once. Errors (usage): an unknown name, or none.
[[nodiscard]] Expected<std::vector<std::string>> strategies_in(const std::string& list);

/// Makes the strategy of that name; `calls` and `pool` must outlive it, `concolic` and `star` are for those of these names only. REQUIRES:
/// strategies_in() knows the name.
[[nodiscard]] std::unique_ptr<Strategy> make_strategy(std::string_view name, const StrategyOptions& options,
                                                      const GoalCalls& calls, const ValuePool& pool,
                                                      const SearchContext& context, const ConcolicParts& concolic = {},
                                                      const StarParts& star = {});

}  // namespace reenact
