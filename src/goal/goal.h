// What a search looks for: places in the subject, and which crash counts.
#pragma once

#include <algorithm>
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
  std::vector<BlockId> blocks;      // blocks of `function` that hold one of its lines (not empty)
  bool is_called_directly = false;  // by the next frame outside, at its line: nothing was left out between
  bool is_variant = false;          // D0 around D2: some builds show no such frame
  std::size_t left_out = 0;         // frames that the report lacks between this one and the next outside
  std::vector<FunctionId>
      twins{};  // other instantiations of the template, likeliest first: the report may mean any of them
  std::vector<Line> other_lines{};   // the report may mean any of these, too: its compiler gives them the same number
  std::vector<Line> silent_lines{};  // of its statement, where clang sees nothing done: another compiler may name them
  std::vector<Line> receivers{};     // lines of calls that get what it does: gcc names these

  /// Is that the line, or one of the others?
  [[nodiscard]] bool has(Line each) const {
    return each == line || std::ranges::find(other_lines, each) != other_lines.end();
  }
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
