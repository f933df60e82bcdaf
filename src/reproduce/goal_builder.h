// From the report's frames to places in the subject, and to the calls that can reach them.
#pragma once

#include <optional>

#include "base/error.h"
#include "fitness/goal.h"

namespace reenact {

struct GoalFrames {
  std::vector<TargetFrame> frames;  // innermost first
  std::vector<std::string> notes;   // frames that were passed over, and why
  // The report's outermost subject frames, as of the reporter's own program: the subject has neither their functions nor
  // their files.
  std::vector<FrameIndex> of_the_program;
};

/// The report's subject frames found in the program. Errors: none of them is there (the nearest names are told); the
/// function is there, but has no code at the line (the report fits another version).
[[nodiscard]] Expected<GoalFrames> find_frames(const CrashReport& report, const ProgramModel& program);

/// A goal whose target is frames[target]. `crash_calls`: callables that are the target's function, or, if it cannot
/// be called from outside, public ones that reach it through the call graph, nearest first.
[[nodiscard]] Goal make_goal(const CrashReport& report, const ProgramModel& program, const ApiModel& api,
                             std::vector<TargetFrame> frames, FrameIndex target);

/// Functions near the goal, nearest first: the target frames, then what they call and who calls them.
[[nodiscard]] std::vector<FunctionId> neighbourhood(const Goal& goal, std::size_t most);

/// "\n  nearest names: a, b\n  next step: ..." for a function that is not there.
[[nodiscard]] std::string nearest_functions(const ProgramModel& program, const std::string& wanted);

}  // namespace reenact
