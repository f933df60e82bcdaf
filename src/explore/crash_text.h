// A crash met while a suite was made, as a report that `reenact reproduce` reads.
#pragma once

#include <string>

#include "crash/report.h"
#include "program/program_model.h"
#include "run/observation.h"

namespace reenact {

/// What gdb would print of it: the last words, the signal, the frames of the subject, innermost first. Numbers of lines are the
/// subject's own. Of a kind that is no signal there is no such report: empty.
[[nodiscard]] std::string crash_text(const Observation& run, const ProgramModel& program);

/// What AddressSanitizer printed of it, in its form: the finding, and the frames of the subject, also of who freed and who allocated the
/// memory. REQUIRES: sanitizer_name_of(finding.kind) is not empty.
[[nodiscard]] std::string sanitizer_text(const CrashReport& finding);

}  // namespace reenact
