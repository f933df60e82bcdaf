#include "contain/containment.h"

#include <sys/prctl.h>

#include <cstdlib>
#include <string_view>

#include "base/process.h"
#include "contain/bubblewrap.h"
#include "contain/program/landlock.h"

namespace reenact {
namespace {

bool makes_namespaces() {
  const char* wanted = std::getenv("REENACT_NAMESPACES");
  if (wanted != nullptr && std::string_view(wanted) == "off") return false;
  std::vector<std::string> command = in_namespaces({}, {});
  command.emplace_back("/bin/true");
  const auto made = run_process(command);
  return made && made->exit_status == 0;
}

Containment ask() {
  return {.namespaces = makes_namespaces(),
          .landlock = contain::landlock_version(),
          .seccomp = prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0};
}

}  // namespace

const Containment& containment_here() {
  static const Containment here = ask();
  return here;
}

std::vector<std::string> gaps_of(const Containment& containment) {
  std::vector<std::string> result;
  if (!containment.seccomp)
    result.emplace_back("this kernel has no seccomp: nothing of the project is run, because nothing could stop it");
  if (containment.namespaces) return result;
  result.emplace_back(
      "no namespaces (bubblewrap) can be used here: tests and builds of the project can see which other programs run, "
      "and with which arguments");
  if (containment.landlock < 1)
    result.emplace_back(
        "neither namespaces (bubblewrap) nor Landlock can be used here: tests and builds of the project can write and "
        "remove files outside of the scratch folder\n  next step: install the package bubblewrap, or run where the "
        "kernel allows it");
  else if (containment.landlock < contain::kRefusesTruncation)
    result.emplace_back(
        "no namespaces (bubblewrap) can be used here, and this kernel's Landlock is older than Linux 6.2: tests of the "
        "subject can empty files outside of the scratch folder");
  return result;
}

}  // namespace reenact
