// The frames of a goal and of a run as elements for EvoCrash's trace distances (crash/match.h).
#pragma once

#include <span>
#include <vector>

#include "crash/match.h"
#include "goal/goal.h"
#include "run/observation.h"

namespace reenact {

/// Takes each function's name apart once: a run that throws costs no allocation.
class GoalTrace {
 public:
  /// `goal` must outlive this.
  explicit GoalTrace(const Goal& goal);
  /// The goal's frames, from the innermost to the target.
  [[nodiscard]] std::span<const TraceElement> wanted() const { return wanted_; }
  /// All frames of `run`, innermost first; valid until the next call.
  [[nodiscard]] std::span<const TraceElement> seen(const Observation& run);

 private:
  const TraceElement& element_of(FunctionId function);

  const ProgramModel& program_;
  std::vector<TraceElement> wanted_, seen_;
  std::vector<TraceElement> known_;  // by function; without a method: not met yet
};

}  // namespace reenact
