// How a report spells a function, against how the subject does.
#pragma once

#include <string>

#include "program/program_model.h"

namespace reenact {

/// How much of the function's name and of `reported`, spaces aside, is the same from both ends, less what differs: 0 if
/// all is, else negative down to minus the length of both. Of the many instantiations of one template, all with the same
/// lines, the report means one: the most alike.
[[nodiscard]] long likeness(const Function& function, const std::string& reported);

/// "\n  nearest names: a, b, c\n  next step: ..." for a function that is not there; the names are those with the fewest
/// letters to change.
[[nodiscard]] std::string nearest_functions(const ProgramModel& program, const std::string& wanted);

}  // namespace reenact
