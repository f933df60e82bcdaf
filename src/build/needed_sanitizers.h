// Which sanitizers a subject has to be built with for a crash to be seen.
#pragma once

#include "build/options.h"
#include "crash/report.h"

namespace reenact {

/// Is it a kind of crash that AddressSanitizer sees and the plain program may survive?
[[nodiscard]] bool needs_address_sanitizer(CrashKind kind);

/// Those that `report` was made with, as far as its crash needs them.
[[nodiscard]] Sanitizers sanitizers_for(const CrashReport& report);

}  // namespace reenact
