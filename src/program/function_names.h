// How a report spells a function, against how the subject does.
#pragma once

#include <string>

#include "program/program_model.h"

namespace reenact {

/// Minus the words and signs to change, to add and to leave out that make `reported` of the function's name: 0 if they are the same. Of the many
/// instantiations of one template, all with the same lines, the report means one: the most alike.
[[nodiscard]] long likeness(const Function& function, const std::string& reported);

/// "\n  nearest names: a, b, c\n  next step: ..." for a function that is not there; the names are those with the fewest
/// letters to change.
[[nodiscard]] std::string nearest_functions(const ProgramModel& program, const std::string& wanted);

}  // namespace reenact
