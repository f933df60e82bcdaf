// What a verdict claims, in words, and what it does not.
#pragma once

#include <string>

#include "session/reproduction.h"

namespace reenact {

/// "2 of 4 frames"; of an exhausted stack "the 3 frames of the recursion, of 57".
[[nodiscard]] std::string claimed_frames(const Reproduction& result);

/// "; but it passes a length of 9 for 2 bytes to f", of a reproduced test that is not well-formed; else empty.
[[nodiscard]] std::string contrived(const Reproduction& result);

/// One line each, with its end: the frames that were taken for the reporter's own program, what was not compared, another bug on the way. Empty if
/// there is nothing of the kind.
[[nodiscard]] std::string limits_of(const Reproduction& result);

}  // namespace reenact
