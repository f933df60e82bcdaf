// `reenact explore`: a suite for a class, a function or a source file, by legal calls only.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "explore/crash_tests.h"
#include "explore/line_coverage.h"
#include "explore/mutants.h"
#include "session/reproduction.h"
#include "session/strategy_options.h"

namespace reenact {

struct ExploreRequest {
  std::string unit;             // empty: what changed since ...
  std::string changed_since;    // ... this revision of the project's repository
  std::filesystem::path given;  // a suite that gets the tests it lacks; empty: a new one
  SubjectOptions subject;
  StrategyOptions search;
  std::chrono::nanoseconds budget = std::chrono::seconds(60);
  std::uint64_t max_executions = ~std::uint64_t{0};
  std::size_t mutants = 50;  // small faults on which the suite is tried; 0: none
  Seed seed{1};
  std::filesystem::path scratch;  // ours
  std::filesystem::path html;     // folder for the coverage's pages
};

/// What became of it.
struct ExploredUnit {
  std::string unit;                    // its name in full
  std::vector<std::string> functions;  // that a change touched
  std::string source;
  std::size_t tests = 0, assertions = 0;  // written: those of a suite given are not among them
  std::uint64_t executions = 0;
  PathCounts paths;                          // that were solved
  std::size_t items = 0, items_covered = 0;  // blocks and branches, as the search saw them
  std::vector<FileCoverage> coverage;        // by llvm-cov
  std::vector<FileCoverage> coverage_given;  // of the suite given alone
  std::optional<MutationScore> mutation;
  std::string no_mutation;  // why there is none, if it was asked for
  std::string no_coverage;  // why there is none
  std::vector<ExploredCrash> crashes;
  std::set<std::string> null_arguments;  // that are not taken: "XMLUtil::ToInt, argument 2"; such crashes have no test
  std::vector<std::string> notes;
  TestBuild build;
  bool interrupted = false;
  std::vector<Phase> phases;
};

/// Builds, searches, reduces, asserts, measures. Ctrl-C ends the search and goes on with what was found. Errors: the suite given cannot be
/// read, or does not compile beside the new tests; the unit's (explore/unit.h), git's (explore/changes.h), the subject's, and that no test could be written.
[[nodiscard]] Expected<ExploredUnit> explore(const ExploreRequest& request, const Clock& clock,
                                             const std::atomic<bool>& interrupted, ReproduceObserver& observer);

}  // namespace reenact
