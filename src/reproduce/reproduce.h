// One reproduction from report to verdict.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

#include "build/options.h"
#include "crash/report.h"
#include "print/print.h"
#include "session/reproduction.h"
#include "session/strategy_options.h"

namespace reenact {

/// How a report is reproduced; the defaults are those of the command line.
struct ReproduceOptions {
  SubjectOptions subject;
  std::filesystem::path scratch;                               // ours; emptied at the end
  std::chrono::nanoseconds budget = std::chrono::seconds(60);  // of the search
  std::uint64_t max_executions = ~0ULL;
  Seed seed{std::uint64_t{1}};
  unsigned jobs = 2;      // searches side by side, each with a worker of its own
  std::size_t frame = 0;  // --frame K, 1-based; 0: all
  StrategyOptions search;
  bool expect_crash = false;
  TestFormat format = TestFormat::kGtest;  // of the test that is written; it is verified as GoogleTest's
  bool other_tests = false;                // print tests of the other crashes met

  /// By tests, so that the same seed is to give the same search.
  [[nodiscard]] bool is_limited() const { return max_executions != ~0ULL; }
};

/// Errors: the subject's, or a report that does not fit it. Not finding the crash is no error.
[[nodiscard]] Expected<Reproduction> reproduce(const CrashReport& report, const ReproduceOptions& options,
                                               const Clock& clock, const std::atomic<bool>& interrupted,
                                               ReproduceObserver& observer);

}  // namespace reenact
