// From searches to a test that a fresh process confirms, or else to the nearest one: what `reproduce` and `find` share.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "run/executor.h"
#include "session/phase_log.h"
#include "session/portfolio.h"
#include "session/rejecting_fitness.h"
#include "session/reproduction.h"
#include "session/test_checker.h"
#include "strategy/strategy.h"

namespace reenact {

/// `test` without what does not make `fitness` worse than the test has it alone: in the search it may have owed its
/// fitness to what other tests left behind. Each try is spent from `budget`; `stop` ends it early.
[[nodiscard]] TestCase minimised(const TestCase& test, const ApiModel& api, Executor& executor, Fitness& fitness,
                                 Budget& budget, const std::function<bool()>& stop);

/// A run that the user has interrupted is no failure: its result is what is known so far, and lacks that end. Other
/// errors are passed on.
[[nodiscard]] Expected<void> ended_early(const Expected<void>& ended, Reproduction& result);

/// Adds a warning to the result, once however often it happens.
void warn(const std::string& text, Reproduction& result);

/// What a test lacks that could not be verified because of `error`.
[[nodiscard]] std::string why_unverified(const Error& error);

class ConfirmedSearch {
 public:
  /// What it works with; all must outlive it.
  struct Parts {
    const Subject& subject;
    Executor& executor;
    Fitness& fitness;
    Rejections& rejections;  // what is not confirmed goes there
    Budget& budget;
    TestChecker& checker;
    const Clock& clock;
    const std::atomic<bool>& interrupted;
    PhaseLog& phases;                        // its phase must be "search"
    Reproduction& result;                    // executions, generations, paths and the other crashes met are added to it
    TestFormat format = TestFormat::kGtest;  // of the nearest test
  };
  /// Checks a minimised test, the crash under our probes, in fresh processes, and keeps it if none is better: how it differs; empty:
  /// it is confirmed.
  using Difference = std::function<Expected<std::string>(const TestCase&)>;
  struct Steps {
    std::function<Portfolio::Result()> search;
    Difference difference;
    std::uint64_t restarts = 0;  // searches behind those that ended without the crash, while the budget lasts
  };
  struct Outcome {
    bool is_confirmed = false;
    std::string strategy;  // that found the confirmed test, or else the nearest
    SearchResult nearest;  // else: of all tests that are not the crash; may be without one
  };

  explicit ConfirmedSearch(Parts parts) : parts_(parts) {}

  /// Searches until a test is confirmed, the budget is exhausted, or the executor fails (a warning). The time of the first
  /// five verdicts is added to the budget. Errors: those of the steps.
  [[nodiscard]] Expected<Outcome> run(const Steps& steps);

  /// Minimises a test that is not the crash and makes it the result's, with what it lacks. `suite`: of the test's name;
  /// empty: after the crash it raises. Once a statement that stood in the way is gone, it may be the crash: then `difference` decides
  /// and keeps it. true: that is confirmed. Errors: those of `difference`.
  [[nodiscard]] Expected<bool> keep_nearest(const SearchResult& nearest, std::string suite,
                                            const Difference& difference);

 private:
  [[nodiscard]] TestCase readable(const TestCase& test, std::uint64_t most_executions);

  Parts parts_;
};

}  // namespace reenact
