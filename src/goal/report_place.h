// A report that only names a source line: UBSan's headline without a stack trace (its default).
#pragma once

#include "base/error.h"
#include "crash/report.h"
#include "program/program_model.h"

namespace reenact {

/// Gives a report's only frame, if it has a line but no function, the function that has code there. kUsage error: no
/// function has.
[[nodiscard]] Expected<void> name_function_of_place(CrashReport& report, const ProgramModel& program);

}  // namespace reenact
