// Watches over all that a contained program starts, and ends what is left of it.
#pragma once

#include <sys/types.h>

#include "contain/program/settings.h"

namespace reenact::contain {

/// What is heard while a program runs; -1: nothing of that kind.
struct Ears {
  int questions = -1;  // see restrict_calls
  int lifeline = -1;   // the end for reading of a pipe that is open as long as whoever started us lives
};

/// Waits for `program`, a child of this process, answering questions and holding the limits of all processes together.
/// Whatever it started is killed before this returns: with the program, when a limit is passed, and when whoever started
/// us is gone. Returns its exit status as a shell tells it.
[[nodiscard]] int supervise(pid_t program, const Ears& ears, const Settings& settings);

}  // namespace reenact::contain
