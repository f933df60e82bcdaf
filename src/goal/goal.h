// What a search looks for: places in the subject, and which crash counts.
#pragma once

#include <vector>

#include "base/ids.h"
#include "crash/report.h"
#include "goal/deciders.h"
#include "program/program_model.h"

namespace reenact {

/// A frame of the report as a place in the program.
struct TargetFrame {
  FunctionId function;
  Line line;                        // the report's line, as the subject numbers it
  std::vector<BlockId> blocks;      // blocks of `function` that hold that line (not empty)
  bool is_called_directly = false;  // by the next frame outside, at its line: nothing was left out between
  bool is_variant = false;          // D0 around D2: some builds show no such frame
  std::vector<FunctionId> twins{};  // other instantiations of the template: the report may mean any of them
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
  /// Who freed and who allocated the memory, of a report that tells it: subject frames, innermost first.
  std::vector<TargetFrame> freed_by{}, allocated_by{};
  /// What decides elsewhere about the branches before the frames' lines. None: nobody asks.
  Deciders deciders{};
};

}  // namespace reenact
