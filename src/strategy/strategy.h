// How tests are looked for: in turns, by strategies that know of one another only through an exchange. Strategies are peers
// that never include one another (scripts/check-layout); what the genetic ones share is in guided/. session/portfolio.h
// gives them their turns.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/api_model.h"
#include "base/budget.h"
#include "base/error.h"
#include "base/random.h"
#include "fitness/fitness.h"
#include "generate/contract_tier.h"
#include "goal/goal.h"
#include "run/executor.h"
#include "strategy/exchange.h"
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
  /// It came before the report's line in one of its frames, entered as the report says: in that function, or in one that it called.
  bool on_the_way = false;
};

[[nodiscard]] CrashKey crash_key(const Observation& run);
/// Adds `more` to `crashes`: those with the same key become one, most frequent first.
void merge(std::vector<OtherCrash>& crashes, std::vector<OtherCrash> more);

/// What a strategy searches with. All must outlive it; fitness, executor and random source are its own while it runs, the
/// budget may be shared.
struct SearchContext {
  const Goal& goal;
  const ApiModel& api;
  Fitness& fitness;
  Executor& executor;
  Budget& budget;
  Random& random;
  StrategyId self;
  const ContractTier* contracts = nullptr;  // null: tests may break what they like
  std::span<const TestCase> earlier = {};   // best tests of searches before this one, to begin with
};

/// One turn. It is measured in tests, not in time, so that the same seed gives the same turns.
struct Slice {
  std::uint64_t tests = 0;  // a turn ends behind the generation (or the like) in which so many were run
};

/// How a turn ended.
struct Turn {
  enum class End : std::uint8_t {
    kFound,          // the crash, seen again in a child of its own: it is Exchange::best()
    kProgress,       // it can go on
    kGaveUp,         // it cannot: see `reason`
    kImpossible,     // it has proven that no test can reach the target with the crash: the others need not look for one
    kNothingToCall,  // no test can make any of the calls that reach the target, whoever writes it: see `reason`
  };
  End end = End::kProgress;
  std::uint64_t tests = 0;             // that were run
  std::string reason;                  // kGaveUp, kNothingToCall: in words
  std::optional<FrameIndex> furthest;  // the innermost frame its best test has entered; nullopt: none
};

/// Paths that were solved, and whether the solver's answers were true. An answer that its run did not bear out went through what
/// symbolic execution did not see.
struct PathCounts {
  std::uint64_t attempted = 0;     // by a solver
  std::uint64_t replayed = 0;      // whose answer became a test that was run ...
  std::uint64_t as_predicted = 0;  // ... and took the branch that was asked for

  PathCounts& operator+=(const PathCounts& more) {
    attempted += more.attempted;
    replayed += more.replayed;
    as_predicted += more.as_predicted;
    return *this;
  }
};

/// What a strategy has come to so far.
struct SearchResult {
  TestCase best;       // never empty once anything ran
  double fitness = 0;  // 0 = the crash, seen again in a child of its own (Executor::run_alone)
  std::string lacks;
  std::uint64_t generations = 0;
  PathCounts paths;
  std::vector<OtherCrash> others;  // most frequent first
  std::string stopped;             // why the executor ended the search before its time; empty: it did not
};

class Strategy {
 public:
  virtual ~Strategy() = default;
  /// Searches for one slice, or until fitness 0, the budget is exhausted (Ctrl-C included), or the executor fails. Reads
  /// what is new in `exchange`, and adds what it finds. Not to be called again behind kFound and kGaveUp.
  [[nodiscard]] virtual Turn advance(const Slice& slice, Exchange& exchange) = 0;
  /// Its best test and what it met so far; `others` are handed over, and counted anew from then on.
  [[nodiscard]] virtual SearchResult take_result() = 0;
};

}  // namespace reenact
