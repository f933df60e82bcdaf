// From the report's frames to places in the subject.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "goal/goal.h"

namespace reenact {

/// What became of a report's frames.
struct GoalFrames {
  std::vector<TargetFrame> frames;  // innermost first
  std::string missing;              // why frames outside of these were passed over; empty: none was
  // The report's outermost subject frames, innermost first, as of the reporter's own program: the subject has neither their
  // functions nor their files.
  std::vector<FrameIndex> of_the_program;
  // Frames inside of the subject's that are not its own. Of a library it uses: of "/usr/include/nlohmann/json.hpp", where the subject has neither such a
  // function nor such a file. And innermost ones of a type of the reporter's, of which a template of the subject has objects: `Job::Job` inside of
  // `vector<Job>::push`; what stands for that type may have no such function.
  std::vector<FrameIndex> of_others;
  bool is_unoptimised = false;  // the report's build surely was not optimised
};

/// The report's subject frames found in the program. Errors: none of them is there (the nearest names are told); the
/// function is there, but has no code at the line (the report fits another version).
[[nodiscard]] Expected<GoalFrames> find_frames(const CrashReport& report, const ProgramModel& program);

/// The subject frames of the report's stack "freed by" or "allocated by", as far as they are found. REQUIRES: complete_report() was
/// called.
[[nodiscard]] std::vector<TargetFrame> find_deed(const CrashReport& report, OtherStack::Role role,
                                                 const ProgramModel& program);

/// Writes into the report what find_frames() has `found` in `program`, for crash/match.h: which frames are not the subject's (on
/// its other stacks, too), whether its build was optimised, between which frames nothing was left out, the subject's own lines, and
/// of what its text is made.
void complete_report(CrashReport& report, const GoalFrames& found, const ProgramModel& program);

}  // namespace reenact
