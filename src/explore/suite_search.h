// Looks for tests that cover a unit: by genetic search with legal calls only, and by solving paths.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "base/clock.h"
#include "base/random.h"
#include "explore/coverage.h"
#include "explore/unit.h"
#include "session/portfolio.h"
#include "session/strategy_options.h"

namespace reenact {

struct SuiteSearchOptions {
  StrategyOptions search;
  SubjectOptions subject;
  std::filesystem::path scratch;  // ours
};

struct FoundTests {
  std::vector<CoveringTest> tests;
  std::vector<OtherCrash> crashes;
  std::size_t covered = 0;
  std::size_t items = 0;  // there are
  PathCounts paths;       // that were solved
  std::string stopped;    // why it ended early; empty: it did not
};

/// Searches until the budget is exhausted. `concolic`: the worker for solving paths, by prepare_concolic_worker(); empty if no strategy
/// solves any. Errors: no worker starts; nothing of the unit can be built (what is missing is said).
[[nodiscard]] Expected<FoundTests> find_tests(const Subject& subject, const Unit& unit, ForkServer& server,
                                              const std::filesystem::path& concolic, const SuiteSearchOptions& options,
                                              const Clock& clock, Budget& budget, Random& random,
                                              SearchObserver& observer);

/// A worker in which the coverage of the unit is observed. Errors: it does not start.
[[nodiscard]] Expected<std::unique_ptr<ForkServer>> start_observing(const Subject& subject, const Unit& unit,
                                                                    const SuiteSearchOptions& options);

}  // namespace reenact
