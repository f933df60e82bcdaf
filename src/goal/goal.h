// What a search looks for: places in the subject, and which crash counts.
#pragma once

#include <vector>

#include "base/ids.h"
#include "crash/report.h"
#include "program/program_model.h"

namespace reenact {

/// A frame of the report as a place in the program.
struct TargetFrame {
  FunctionId function;
  Line line;                    // the report's line
  std::vector<BlockId> blocks;  // blocks of `function` that hold that line (not empty)
};

/// A target, and nothing of how it is searched for. What may be called to reach it: goal/crash_calls.h; what is drawn how
/// often: strategy/guided/.
struct Goal {
  /// The crash that counts; null: whoever judges knows by other means (a description, a branch to be taken).
  const CrashReport* report = nullptr;
  const ProgramModel* program = nullptr;
  /// Subject frames found in the program, innermost first; target = frames.back() of a search at its outermost level.
  std::vector<TargetFrame> frames;
  /// Index into `frames` of the frame whose line is being looked for; frames[0..target] must match (EvoCrash's frame k).
  FrameIndex target;
};

}  // namespace reenact
