// A sanitizer reports from within the test's process, where the test could write such a report, too. The debugger, outside
// of it, sees whether the sanitizer did.
#pragma once

#include "base/error.h"
#include "check/run_test.h"

namespace reenact {

/// What is_witnessed (check/run_test.h) tells. REQUIRES: run.scratch is there. Errors: as run_in_debugger
/// (check/contained_run.h).
[[nodiscard]] Expected<bool> sanitizer_reports(const TestRun& run, const CrashReport& report);

}  // namespace reenact
