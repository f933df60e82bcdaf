#include "run/containment.h"

#include <sys/prctl.h>

#include "runtime/landlock.h"

namespace reenact {

Containment containment_here() {
  return {.landlock = landlock_version(), .seccomp = prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0};
}

std::vector<std::string> gaps_of(const Containment& containment) {
  std::vector<std::string> result;
  if (containment.landlock < 1)
    result.emplace_back(
        "this kernel has no Landlock, or does not let us use it: tests of the project can write and remove files "
        "outside of the scratch folder");
  else if (containment.landlock < kLandlockRefusesTruncation)
    result.emplace_back(
        "this kernel's Landlock is older than Linux 6.2: tests of the project can empty files outside of the scratch "
        "folder");
  if (!containment.seccomp)
    result.emplace_back(
        "this kernel has no seccomp: tests of the project can use the network, start programs and signal other "
        "processes");
  return result;
}

}  // namespace reenact
