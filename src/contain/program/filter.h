// System calls: what is not on a list is refused (seccomp).
#pragma once

#include <cstdint>

#include "contain/program/settings.h"

namespace reenact::contain {

/// Two secret addresses: of the program's path and of its arguments, when the program begins. Only an exec with these
/// is allowed to what may not start programs; nobody who has not made them can guess them, and the address space they are
/// in ends with that exec.
struct Ticket {
  const char* path = nullptr;
  char** arguments = nullptr;
};

/// A ticket for `command` (ends in null, the program first). Null pointers: no memory for it.
[[nodiscard]] Ticket make_ticket(char** command);

/// From now on this process and its children may do what `settings.licence` says. Returns a descriptor on which the
/// kernel asks about each new process and thread; -1: nobody is asked, because the kernel cannot or because of
/// `settings.in_place`. REQUIRES: no_new_privs. Ends the process where there is no seccomp at all.
int restrict_calls(const Settings& settings, const Ticket& ticket);

}  // namespace reenact::contain
