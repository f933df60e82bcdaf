// How a test, and the debugger that watches one, are run: contained, and with which environment.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/process.h"
#include "check/run_test.h"
#include "contain/confinement.h"

namespace reenact {

[[nodiscard]] Confinement confinement_of(const TestRun& run, Licence licence);
/// The test's program, GoogleTest's own exception handling off.
[[nodiscard]] std::vector<std::string> test_command(const TestRun& run);

/// `log`: where a sanitizer's report goes, a file of its own, so that nothing the test prints is taken for one. Empty: to
/// stderr. `handles_abort`: or else the debugger does.
[[nodiscard]] ProcessOptions options_of(const TestRun& run, const std::string& log, bool handles_abort);

/// Errors: as run_contained, and what `contain` says of itself.
[[nodiscard]] Expected<ProcessResult> run_in_container(const std::vector<std::string>& command, const TestRun& run,
                                                       Licence licence, const std::string& log = {});

/// Runs the test in gdb, which obeys first `script` (its text), then `commands`. The debugger may look into the test; the
/// test, from its first instruction on, may do what a test may, and what it prints is thrown away. Errors: kUsage, gdb is
/// missing; kInterrupted.
[[nodiscard]] Expected<ProcessResult> run_in_debugger(const TestRun& run, const std::string& script,
                                                      const std::vector<std::string>& commands);

/// Asks gdb for the 200 innermost frames.
inline constexpr const char* kInnermost = "bt -frame-arguments scalars 200";

/// Text in which other control bytes (a test may write anything) do not hide the report.
[[nodiscard]] std::string printable(std::string text);

}  // namespace reenact
