// Literals from the report's own argument values: "charge (owner=..., amount=987654321)".
#pragma once

#include "crash/report.h"
#include "generate/values.h"

namespace reenact {

/// Adds the numbers and texts that a debugger printed for the arguments of the subject's frames, innermost first, in
/// front of what the pool has: they took part in the crash. Addresses are no values and are left out.
void add_report_values(ValuePool& pool, const CrashReport& report);

}  // namespace reenact
