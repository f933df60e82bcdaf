// Watches over all that a contained program starts, and ends what is left of it.
#pragma once

#include <sys/types.h>

#include "contain/program/settings.h"

namespace reenact::contain {

/// Waits for `program`, a child of this process, answering on `questions` (see restrict_calls; -1: nobody asks) and
/// holding the limits of all processes together. Whatever it started is killed before this returns: with the program,
/// when a limit is passed, and when whoever started us is gone. Returns its exit status as a shell tells it.
[[nodiscard]] int supervise(pid_t program, int questions, const Settings& settings);

}  // namespace reenact::contain
