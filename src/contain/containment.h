// What the machine's kernel lets us refuse to the subject.
#pragma once

#include <string>
#include <vector>

namespace reenact {

struct Containment {
  bool namespaces = false;  // bubblewrap can make them
  int landlock = 0;         // version of its interface; below 1: there is none
  bool seccomp = false;
};

/// Asked once in a process's life. The environment variable REENACT_NAMESPACES=off does without namespaces.
[[nodiscard]] const Containment& containment_here();

/// What a test can do nevertheless: a sentence each, to be shown to whoever runs it. Empty: nothing that we know of.
[[nodiscard]] std::vector<std::string> gaps_of(const Containment& containment);

}  // namespace reenact
