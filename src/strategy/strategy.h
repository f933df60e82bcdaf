// How tests are looked for. Strategies are peers that never include one another; reproduce/ runs them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/error.h"
#include "base/random.h"
#include "fitness/fitness.h"
#include "goal/goal.h"
#include "run/executor.h"
#include "testcase/test_case.h"

namespace reenact {

/// What makes two crashes the same: the kind and the three innermost frames, as numbers; last, how many there are.
using CrashKey = std::array<std::uint32_t, 8>;

/// A crash met on the way that is not the report's: one entry per CrashKey.
struct OtherCrash {
  CrashKey key;
  CrashKind kind = CrashKind::kUnknown;
  std::string exception_type, message;
  std::optional<FunctionId> function;  // the innermost one
  std::string description;             // "assertion `x > 0' failed in Foo::bar (foo.cpp:12)"
  std::uint64_t times = 0;
  TestCase test;  // the shortest that met it
};

[[nodiscard]] CrashKey crash_key(const Observation& run);
/// Adds `more` to `crashes`: those with the same key become one, most frequent first.
void merge(std::vector<OtherCrash>& crashes, std::vector<OtherCrash> more);

struct SearchProgress {
  std::uint64_t executions = 0, generation = 0;
  double best_fitness = 0;
  std::string lacks;  // Fitness::explain of the best test
  RunCosts costs;     // of the executor, since it started
};

/// Told about the search as it goes on; called at most once per batch.
class SearchObserver {
 public:
  virtual ~SearchObserver() = default;
  virtual void progress(const SearchProgress& progress) = 0;
};

struct SearchResult {
  TestCase best;       // never empty once anything ran
  double fitness = 0;  // 0 = the crash, seen again in a child of its own (Executor::run_alone)
  std::string lacks;
  std::uint64_t generations = 0;
  std::vector<OtherCrash> others;  // most frequent first
  std::string stopped;             // why the executor ended the search before its time; empty: it did not
};

struct SearchContext {
  const Goal& goal;
  Fitness& fitness;
  Executor& executor;
  Budget& budget;
  Random& random;
  SearchObserver* observer = nullptr;
};

class Strategy {
 public:
  virtual ~Strategy() = default;
  /// Searches until fitness 0, the budget is exhausted (Ctrl-C included), or the executor fails: the best so far is always
  /// returned.
  [[nodiscard]] virtual Expected<SearchResult> search(const SearchContext& context) = 0;
};

}  // namespace reenact
