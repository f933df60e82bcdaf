// A sanitizer reports from within the test's process, where the test could write such a report, too. The debugger, outside
// of it, sees whether the sanitizer did.
#pragma once

#include "base/error.h"
#include "check/run_test.h"

namespace reenact {

/// Runs the test once more, under the debugger, which stops where a sanitizer begins to report and at a deadly signal: is the
/// innermost frame of `report` that is somebody's source on the stack there, with nothing of the test's own inside of it?
/// Errors: as run_in_debugger (check/contained_run.h).
[[nodiscard]] Expected<bool> is_witnessed(const TestRun& run, const CrashReport& report);

}  // namespace reenact
