// What a search for a crash came to, whichever command ran it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "build/clean_build.h"
#include "check/check.h"
#include "session/other_tests.h"
#include "session/portfolio.h"
#include "strategy/backward/explanation.h"
#include "strategy/strategy.h"

namespace reenact {

/// kReproduced: all frames asked for, verified; kPartial: some of them, from the innermost.
enum class Status { kReproduced, kPartial, kNotReproduced };

/// A phase ("build", "search", "minimise", "verify") and its wall time; one may come several times.
struct Phase {
  std::string name;
  double seconds = 0;
};

/// What a run came to, whatever its status.
struct Reproduction {
  Status status = Status::kNotReproduced;
  std::size_t frames_total = 0, frames_reproduced = 0;  // of an exhausted stack only its recursion (verdict.cycle)
  /// Of these, the outermost ones that are taken for the reporter's own program: no test can have them.
  std::vector<Frame> frames_of_the_program;
  double fitness = 0;
  std::string lacks;     // why not, in words
  std::string found_by;  // the strategy whose test this is; empty: none
  std::uint64_t executions = 0, generations = 0;
  RunCosts costs;                            // of the search
  PathCounts paths;                          // that it solved
  std::optional<std::uint64_t> paths_after;  // tests after which it began to, where another strategy went first
  std::optional<std::uint64_t> star_after;   // tests after which STAR began, likewise
  std::uint64_t search_executions = 0;       // of `executions` those of the search, minimising left out
  std::vector<Phase> phases;
  std::size_t statements = 0;
  /// In words, what the test does that the library forbids its callers (testcase/contracts.h); none: it is well-formed.
  std::vector<std::string> broken_contracts;
  Verdict verdict;
  std::string test_source;  // the printed test, the nearest one if not reproduced; may be empty
  std::vector<OtherCrash> others;
  std::vector<OtherTest> other_tests;      // of `others`, if asked for
  std::optional<Explanation> explanation;  // of the outermost frames that STAR looked at; nullopt: it did not
  std::vector<std::string> notes;
  std::vector<std::string> warnings;  // what whoever runs it has to know
  TestBuild build;                    // with which the test was checked
};

/// Told about a run as it goes on; called by one thread at a time.
class ReproduceObserver : public SearchObserver {
 public:
  /// A phase begins.
  virtual void phase(std::string_view name) = 0;
  /// `done` of `total` steps of a phase are through: "building", 3, 17.
  virtual void step(std::string_view what, std::size_t done, std::size_t total) = 0;
};

}  // namespace reenact
