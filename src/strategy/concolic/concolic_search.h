// Tardis in `reproduce` (docs/methods/tardis.md): when the others have not found the crash soon, the best tests are run concolically,
// and the conditions that keep them from the crash are solved.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "strategy/concolic/exploration.h"
#include "strategy/concolic/options.h"
#include "strategy/concolic/target_distance.h"
#include "strategy/guided/guided_search.h"
#include "strategy/strategy.h"
#include "strategy/test_pace.h"

namespace reenact {

/// What a concolic search needs beside the others' context.
struct ConcolicParts {
  /// Is it time to solve paths? Asked at each turn until it is. Null: it always is.
  std::function<bool()> is_due;
  /// Starts a worker of the concolic flavour, and builds it if need be; asked for once, when it is due.
  std::function<Expected<std::unique_ptr<ForkServer>>()> start;
  const Clock* clock = nullptr;
  TestPace* pace = nullptr;  // null: what a path costs is not measured, so that the same seed gives the same turns
};

/// Begins with the tests of others, best first, and with random ones where there are none. What it solves is run in the ordinary
/// worker, judged like any test, and told to the exchange if it is better.
class ConcolicSearch final : public Strategy {
 public:
  /// `calls` and `pool` must outlive it. REQUIRES: parts.start, parts.clock; clock and pace outlive it.
  ConcolicSearch(const GuidedOptions& guided, const ConcolicOptions& options, const GoalCalls& calls,
                 const ValuePool& pool, const SearchContext& context, ConcolicParts parts);
  [[nodiscard]] Turn advance(const Slice& slice, Exchange& exchange) override;
  [[nodiscard]] SearchResult take_result() override;

 private:
  struct Seed {
    TestCase test;
    std::optional<EntryId> from;  // whose; nullopt: our own
    bool is_whole = true;         // not to be cut down (ConcolicOptions::short_seeds)
  };

  void read_news();
  /// What this turn has taken so far, in tests: turns are measured in them.
  [[nodiscard]] std::uint64_t spent() const;
  /// Error: there is no concolic worker.
  [[nodiscard]] Expected<void> prepare();
  void begin_exploration();
  [[nodiscard]] Expected<void> begin_with_next_seed();
  [[nodiscard]] Expected<void> add_seed(const TestCase& test);
  /// `test` without the statements that its fitness does not need. Each call is a path of its own: six calls of one function have six
  /// times as many conditions, and what a solver does about the first five brings the sixth nowhere.
  [[nodiscard]] TestCase shortened(const TestCase& test);
  /// Fitness of `test`, which is run as any test is.
  [[nodiscard]] double score_of(const TestCase& test);
  void make_seeds();
  [[nodiscard]] Expected<void> solve_one();
  /// By a genetic search (path_search.h): for what needs other calls, not other literals.
  [[nodiscard]] Expected<void> search_for(const concolic::UnsolvedPath& path);
  /// Runs it as any test is run. True: it is better than all before.
  bool evaluate(const TestCase& test);

  const ConcolicOptions options_;
  const SearchContext context_;
  const ConcolicParts parts_;
  GuidedSearch search_;
  std::unique_ptr<ForkServer> server_;
  std::optional<concolic::TargetDistance> distance_;
  std::unique_ptr<concolic::Exploration> exploration_;
  PathCounts earlier_;              // of the explorations before
  std::vector<Seed> seeds_;         // the best last
  std::uint64_t path_cost_;         // of a path that is solved and run, in tests, where it is not measured
  std::uint64_t since_better_ = 0;  // paths attempted
  std::uint64_t since_new_ = 0;     // paths attempted since a run took an edge that none took before
  std::uint64_t counted_ = 0;       // in this turn: paths, by what they cost
  Clock::Duration begun_{};         // this turn
  double seconds_per_test_ = 0;     // then; where parts_.pace is given
  double best_ = -1;                // fitness of this search's best test; negative: none ran
};

}  // namespace reenact
