// What `reenact explain` says.
#pragma once

#include <string>

#include "program/program_model.h"
#include "strategy/backward/explanation.h"

namespace reenact {

/// For people: the crash's conditions, then each frame with what must hold when it is entered and the lines that ask for it. At most
/// `shown` preconditions of a frame; how many more there are is said.
[[nodiscard]] std::string explanation_text(const Explanation& explanation, const ProgramModel& program,
                                           std::size_t shown);
/// For programs: candidates, frames [function, file, line, cannot_be, preconditions [candidate, proven, conditions [condition, file,
/// line, implicit]]], given_up, guessed, counters, stopped, seconds.
[[nodiscard]] std::string explanation_json(const Explanation& explanation, const ProgramModel& program);

}  // namespace reenact
