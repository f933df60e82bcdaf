// What `reenact explain` says.
#pragma once

#include <string>

#include "strategy/backward/explanation.h"

namespace reenact {

/// For people: the crash's conditions, then each frame with what must hold when it is entered and the lines that ask for it. At most
/// `shown` preconditions of a frame; how many more there are is said.
[[nodiscard]] std::string explanation_text(const Explanation& explanation, std::size_t shown);
/// For programs, `reenact explain --json` and the "explanation" of result.json: candidates, frames [function, file, line, cannot_be, preconditions [candidate, proven, conditions [condition, file,
/// line, implicit]]], given_up, guessed, counters, stopped, seconds.
[[nodiscard]] std::string explanation_json(const Explanation& explanation);

}  // namespace reenact
