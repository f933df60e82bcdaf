// Names for the addresses in a sanitizer's report. The test may not start a symbolizer, so that it is asked afterwards.
#pragma once

#include <string>

#include "base/error.h"
#include "contain/confinement.h"

namespace reenact {

/// `report` with each line "    #3 0x55d0c8 (/path/program+0xdf0e1) ..." replaced by "    #3 0x55d0c8 in FUNCTION
/// FILE:LINE:COLUMN", one for each function inlined there, and the lines of a trace numbered anew. Lines of places that have
/// no name stay. Errors: llvm-symbolizer-19 cannot be run; kInterrupted.
[[nodiscard]] Expected<std::string> symbolized(const std::string& report, const Confinement& confinement,
                                               const ProcessOptions& options);

}  // namespace reenact
