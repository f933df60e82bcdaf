// What the machine's kernel lets us refuse to the subject.
#pragma once

#include <string>
#include <vector>

namespace reenact {

struct Containment {
  int landlock = 0;  // version of its interface; below 1: there is none
  bool seccomp = false;
};

[[nodiscard]] Containment containment_here();

/// What a test can do nevertheless: a sentence each, to be shown to whoever runs it. Empty: nothing that we know of.
[[nodiscard]] std::vector<std::string> gaps_of(const Containment& containment);

}  // namespace reenact
