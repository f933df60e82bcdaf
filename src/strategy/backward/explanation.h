// The preconditions of a report's frames, in words.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "goal/goal.h"
#include "program/call_graph.h"
#include "strategy/backward/options.h"

namespace reenact {

class Bitcode;

/// Something that must hold at a function's entry, and the lines that ask for it.
struct ExplainedCondition {
  std::string words;         // `this->m_indents is empty`
  std::string file;          // of the code that asks for it; empty: nothing on a line does
  Line line;                 // 0: unknown
  bool is_implicit = false;  // nobody wrote it: a pointer that is used is not null
};

/// One way to crash, at the entry of a frame's function: all of these hold.
struct ExplainedPrecondition {
  std::vector<ExplainedCondition> conditions;  // none: it always crashes
  std::size_t candidate = 0;                   // index of the crash condition it leads to
  bool is_proven = false;                      // the solver found values, and nothing on the way was taken for granted
  bool is_shallow = false;                     // calls on the way were not looked into, as they have too many paths
};

struct ExplainedFrame {
  std::string function, file;  // as the project has them
  Line line;
  std::vector<ExplainedPrecondition> preconditions;  // as found
  bool cannot_be = false;                            // all paths were gone through, and none can hold: proven
};

struct Explanation {
  std::vector<std::string> candidates;  // the crash conditions of the line, in words
  std::vector<ExplainedFrame> frames;   // innermost first
  std::string stopped;                  // why not everything was looked at, in words; empty: it was
  backward::Counters counters;
  double seconds = 0;
};

/// The index of the innermost frame that is proven not to crash there; nullopt: none is. What holds of it holds of all frames around it.
[[nodiscard]] std::optional<std::size_t> innermost_impossible(const Explanation& explanation);
/// "this version cannot crash there: on no path through f (a.c:4) it gets to abort()", of that frame; empty: there is none.
[[nodiscard]] std::string why_impossible(const Explanation& explanation);

/// Computes the preconditions of all frames of `goal` (STAR, Algorithm 1), each frame's until it has `enough`, and the time of
/// `options` at most. REQUIRES: goal.report.
[[nodiscard]] Explanation explain(const Goal& goal, Bitcode& bitcode, const CallGraph& graph,
                                  const BackwardOptions& options, std::size_t enough, const Clock& clock,
                                  const std::function<bool()>& interrupted);

}  // namespace reenact
