// Initial crash conditions: what must hold at the crash's line for the crash to come (STAR, section 2).
#pragma once

#include <string>
#include <vector>

#include "crash/report.h"
#include "goal/goal.h"
#include "strategy/backward/executor.h"

namespace reenact::backward {

/// One condition: one throw, one dereference, one division on the line.
struct CrashCondition {
  State start;       // in front of the crash, with the condition as its clause; no clause: getting there is enough
  std::string what;  // "it gets to the throw of std::out_of_range", "a pointer that is read through is null"
};

struct CrashConditions {
  std::vector<CrashCondition> all;  // in the order of the code
  std::string none;                 // why there is none, in words; empty: there is one
};

/// Those of `report` at `frame`'s line. What is in functions of the system that the line calls (std::vector::at) counts as on the line.
/// Supported: exceptions, failed assertions, abort(), null dereferences, divisions, overflows of buffers whose size is known
/// or comes from an allocation on the way, lengths below zero, use after free and double free, recursion, what UBSan checks, allocations
/// that are too big.
[[nodiscard]] CrashConditions crash_conditions(const CrashReport& report, const TargetFrame& frame,
                                               const Executor::Shared& shared, Executor& executor);

}  // namespace reenact::backward
