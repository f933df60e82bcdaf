// From places in the subject to the calls that can reach them.
#pragma once

#include <vector>

#include "goal/goal.h"

namespace reenact {

/// A goal whose target is frames[target]. `crash_calls`: callables that are the target's function, or, if it cannot
/// be called from outside, public ones that reach it through the call graph, nearest first. The goal keeps pointers to
/// `report`, `program` and `api`: they must outlive it.
[[nodiscard]] Goal make_goal(const CrashReport& report, const ProgramModel& program, const ApiModel& api,
                             std::vector<TargetFrame> frames, FrameIndex target);

}  // namespace reenact
