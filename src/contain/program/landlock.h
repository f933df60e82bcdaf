// Landlock: what a process may do with files, and with processes and sockets outside of its own domain.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include "contain/program/settings.h"

namespace reenact::contain {

// Versions of the kernel's interface.
inline constexpr int kRefusesTruncation = 3;  // Linux 6.2
inline constexpr int kScopesSignals = 6;      // Linux 6.12

/// Of the kernel's interface; below 1: it has none.
[[nodiscard]] inline int landlock_version() {
  constexpr unsigned kAskVersion = 1;
  return static_cast<int>(syscall(SYS_landlock_create_ruleset, nullptr, 0, kAskVersion));
}

/// From now on this process and its children write below the writable folders only, and to /dev/null; signals, ptrace and
/// abstract sockets reach nobody that is not under the same rules. Without namespaces, what is below /tmp and /dev/shm can
/// be read only where `settings` says so. REQUIRES: no_new_privs. Without Landlock in the kernel nothing changes: whoever
/// starts this says so (gaps_of in contain/containment.h).
void restrict_files(const Settings& settings);

}  // namespace reenact::contain
