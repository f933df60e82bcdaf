// What the test of a report's crash is called, and what its comment says.
#pragma once

#include "crash/report.h"
#include "fitness/goal.h"
#include "testcase/print.h"

namespace reenact {

/// For the innermost of `goal`'s frames, with all of the public headers `prelude`, in the plainest form.
[[nodiscard]] PrintOptions print_options_for(const Goal& goal, const std::vector<std::string>& prelude);

/// Sets name and comment. `kind`: of the crash as it was seen, which may be more exact than the report's.
void name_after_crash(const Goal& goal, CrashKind kind, PrintOptions& print);

}  // namespace reenact
