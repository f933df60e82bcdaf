// What a search looks for: the report's target frames as places in the subject, and which crash counts as the same.
#pragma once

#include <string>
#include <vector>

#include "api/api_model.h"
#include "base/ids.h"
#include "crash/report.h"
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

/// What a search looks for, and which calls may lead there.
struct Goal {
  const CrashReport* report = nullptr;
  const ProgramModel* program = nullptr;
  const ApiModel* api = nullptr;
  /// Subject frames found in the program, innermost first; target = frames.back() of a search at its outermost level.
  std::vector<TargetFrame> frames;
  /// Index into `frames` of the frame whose line is being looked for; frames[0..target] must match (EvoCrash's frame k).
  FrameIndex target;
  std::vector<CallableId> crash_calls;  // M_crash: callables that are, or reach, the target frame's function
  /// Public callables of the class (or file) under test, crash_calls included; one that is in it twice is drawn twice as
  /// often.
  std::vector<CallableId> unit_calls;
  /// Calls that shape the objects from which the arguments of unit_calls come: `doc.Parse(...)` for an element of `doc`.
  std::vector<CallableId> setup_calls;
  /// By CallableId: how much a call does for the state that the frames' branches ask for (goal/state_setters.h).
  /// Empty: not known.
  std::vector<double> setters;
};

}  // namespace reenact
