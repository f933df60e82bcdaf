// How near a run came to a line: approach level and branch distance (Wegener et al. 2001; EvoCrash, section 3).
#pragma once

#include <vector>

#include "goal/goal.h"
#include "program/control_dependence.h"
#include "run/observation.h"

namespace reenact {

/// Distance of runs to one target frame's blocks. Prepared once per goal.
class LineDistance {
 public:
  LineDistance(const Function& function, const std::vector<BlockId>& targets);

  /// 0 if a target block ran; else the least, over the branches that decide about it and were executed, of
  /// approach level (number of deciding branches still in between) + phi(branch distance); `unreached()` if the
  /// function was not entered.
  [[nodiscard]] double operator()(const FunctionCoverage& coverage) const;
  /// Greater than every distance of a run that entered the function.
  [[nodiscard]] double unreached() const { return static_cast<double>(levels_.size()) + 1; }

 private:
  std::vector<BlockId> targets_;
  struct Decision {
    BlockId block;
    std::uint32_t edge;
  };
  std::vector<std::vector<Decision>> levels_;  // [i]: edges with i further decisions behind them
};

/// The row of `function` in an observation; null if it was not enabled.
[[nodiscard]] const FunctionCoverage* coverage_of(const Observation& run, FunctionId function);

/// Does the frame of a trace match the goal's frame: same function (any of one plain name), same line?
[[nodiscard]] bool at_target(const TraceFrame& frame, const TargetFrame& target);

}  // namespace reenact
