// One run of a built test in a fresh process, and what it said when it died.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "check/symbolize.h"
#include "crash/report.h"

namespace reenact {

/// A built test, and how it is run.
struct TestRun {
  std::filesystem::path binary;
  std::filesystem::path scratch;                // the run's working folder; made here
  std::vector<std::filesystem::path> readable;  // beside these: what else it sees of what is below /tmp
  std::string filter;                           // of a suite: which tests run, as GoogleTest writes it; empty: all
  std::vector<std::string> environment;         // "NAME=value", beside what tests have anyway
  bool sanitized = false;                       // a sanitizer reports by itself; otherwise gdb does
  /// Of what a sanitizer's report shows. Runs of one program share it.
  std::shared_ptr<PlaceNames> names = std::make_shared<PlaceNames>();
  bool asks_for_text = false;  // of an exception, also where std::terminate does not tell it
  bool throw_shown =
      false;  // of an exception that leaves a noexcept function: the trace is that of the throw, as gcc's builds show it
  /// Of an abort whose trace a sanitizer has written: does that say enough? Else the debugger runs the test once more, and reads
  /// what the abort said. Empty: it never does.
  std::function<bool(const CrashReport&)> suffices{};
  /// Of a crash whose innermost 200 frames the debugger has told, and that is deeper: do these say enough? Else the test runs
  /// once more and the debugger goes to the outer end of the stack, which takes it 15 s for 170,000 frames. Empty: they never do.
  std::function<bool(const CrashReport&)> inner_end_suffices{};
  std::chrono::milliseconds time_limit{60'000};
  const std::atomic<bool>* interrupted = nullptr;  // when given and true, the run ends with an error; not owned
};

/// How TestEnd::otherwise begins of a crash without a frame of the subject.
inline constexpr std::string_view kOutside = "a crash outside of the project";

/// How a test ended.
/// TestEnd::otherwise of a test that passes.
inline constexpr std::string_view kNothingCrashed = "nothing crashed";

struct TestEnd {
  std::optional<CrashReport> crash;  // as the report reader understands it
  std::string otherwise;             // without a crash: "nothing crashed", and what happened instead, where it is odd
  CrashKind outside = CrashKind::kUnknown;  // kind of a crash that no frame of the project has a part in (kOutside)
  bool needs_witness = false;  // `crash` is a sanitizer's report; the test could have written it: ask is_witnessed
};

/// Runs the test with GoogleTest's own exception handling off, contained (contain/confinement.h). Errors: kUsage, gdb is needed and missing; kInterrupted.
[[nodiscard]] Expected<TestEnd> run_test(const TestRun& run);

/// Runs the test once more, under the debugger, which stops where a sanitizer begins to report and at a deadly signal: is
/// the innermost frame of `report` that is somebody's source on the stack there, with nothing of the test's own inside of
/// it? Errors: as for run_test.
[[nodiscard]] Expected<bool> is_witnessed(const TestRun& run, const CrashReport& report);

/// Runs the test under the same limits: did it end well?
[[nodiscard]] Expected<bool> test_passes(const TestRun& run);

/// What a program of many tests did.
struct SuiteEnd {
  bool passed = false;
  std::string said;  // by GoogleTest and the tests, on standard output
};
/// Runs all tests of the program under the same limits. `run.scratch` is made anew and left with what the tests wrote there.
[[nodiscard]] Expected<SuiteEnd> run_suite(const TestRun& run);

/// gdb's text gives no fault address but what we asked it for: "REENACT-FAULT address code". Decides between
/// null dereference and wild access by it (the zero page is 4 KiB); other kinds stay.
void refine_by_fault_address(CrashReport& observed, std::string_view gdb_output);

}  // namespace reenact
