// One reproduction from report to verdict.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

#include "check/check.h"
#include "crash/report.h"
#include "reproduce/other_tests.h"
#include "strategy/genetic/guided_search.h"
#include "strategy/strategy.h"
#include "subject/subject.h"

namespace reenact {

/// How a report is reproduced; the defaults are those of the command line.
struct ReproduceOptions {
  SubjectOptions subject;
  std::filesystem::path scratch;                               // ours; emptied at the end
  std::chrono::nanoseconds budget = std::chrono::seconds(60);  // of the search
  std::uint64_t max_executions = ~0ULL;
  Seed seed{std::uint64_t{1}};
  unsigned jobs = 2;
  std::size_t frame = 0;  // --frame K, 1-based; 0: all
  std::string strategy = "genetic", fitness = "staircase";
  GuidedOptions guided;
  bool second_search = true;      // what a find of inner frames leaves of the budget goes to the whole crash again
  bool formats = true;            // texts of pieces of common formats
  bool constant_values = true;    // the subject's own constants
  bool report_values = true;      // literals from the argument values that the report shows
  bool graded_exception = false;  // fitness/exception_distance.h
  bool operand_values = false;    // operands of comparisons seen while tests run
  bool expect_crash = false;
  bool other_tests = false;  // print tests of the other crashes met
};

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
  std::size_t frames_total = 0, frames_reproduced = 0;  // of an exhausted stack only its cycle (verdict.cycle)
  /// Of these, the outermost ones that are taken for the reporter's own program: no test can have them.
  std::vector<Frame> frames_of_the_program;
  double fitness = 0;
  std::string lacks;  // why not, in words
  std::uint64_t executions = 0, generations = 0;
  std::uint64_t search_executions = 0;  // of `executions` those of the search, minimising left out
  std::vector<Phase> phases;
  std::size_t statements = 0;
  Verdict verdict;
  std::string test_source;  // the printed test, the nearest one if not reproduced; may be empty
  std::vector<OtherCrash> others;
  std::vector<OtherTest> other_tests;  // of `others`, if asked for
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

/// Errors: the subject's, or a report that does not fit it. Not finding the crash is no error.
[[nodiscard]] Expected<Reproduction> reproduce(const CrashReport& report, const ReproduceOptions& options,
                                               const Clock& clock, const std::atomic<bool>& interrupted,
                                               ReproduceObserver& observer);

}  // namespace reenact
