// A crash met while a suite was made, as a report that `reenact reproduce` reads.
#pragma once

#include <string>

#include "program/program_model.h"
#include "run/observation.h"

namespace reenact {

/// What gdb would print of it: the last words, the signal, the frames of the subject, innermost first. Numbers of lines are the
/// subject's own. Of findings that only a sanitizer has there is no such report: empty.
[[nodiscard]] std::string crash_text(const Observation& run, const ProgramModel& program);

}  // namespace reenact
