// How near a run came to a line: approach level and branch distance (Wegener et al. 2001; EvoCrash, section 3).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "crash/match.h"
#include "goal/goal.h"
#include "program/control_dependence.h"
#include "run/observation.h"

namespace reenact {

/// Distance of runs to one target frame's blocks. Prepared once per goal.
class LineDistance {
 public:
  /// An edge that is to be taken is a target, too.
  LineDistance(const Function& function, const std::vector<BlockId>& targets, const std::vector<Edge>& edges = {});

  /// 0 if a target block ran; else the least, over the branches that decide about it and were executed, of
  /// approach level (number of deciding branches still in between) + phi(branch distance); `unreached()` if the
  /// function was not entered.
  [[nodiscard]] double operator()(const FunctionCoverage& coverage) const;
  /// The same with another branch distance: `measure(edge)` of edges that were executed.
  template <typename Measure>
  [[nodiscard]] double operator()(const FunctionCoverage& coverage, const Measure& measure) const;
  /// Greater than every distance of a run that entered the function.
  [[nodiscard]] double unreached() const { return static_cast<double>(levels_.size()) + 1; }

 private:
  struct Decision {
    BlockId block;
    std::uint32_t edge;
  };
  std::vector<BlockId> targets_;
  std::vector<Decision> target_edges_;
  std::vector<std::vector<Decision>> levels_;  // [i]: edges with i further decisions behind them
};

template <typename Measure>
double LineDistance::operator()(const FunctionCoverage& coverage, const Measure& measure) const {
  for (const BlockId block : targets_)
    if (coverage.hits[block.index()] != 0) return 0;
  if (coverage.hits.empty() || coverage.hits[0] == 0) return unreached();
  for (const Decision& decision : target_edges_)
    if (coverage.hits[decision.block.index()] != 0 && coverage.edges[decision.edge] == 0) return 0;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    double least = std::numeric_limits<double>::infinity();
    bool executed = false;
    for (const Decision& decision : levels_[level]) {
      if (coverage.hits[decision.block.index()] == 0) continue;
      executed = true;
      // An edge with distance 0 was taken, yet the target was not reached: something behind it (a call that threw).
      // The subject can write there: what is no distance (NaN, negative) counts as one of 0.
      least = std::min(least, std::max(0.0, measure(decision.edge)));
    }
    if (executed) return static_cast<double>(level) + std::max(phi(least), 1e-9);
  }
  return static_cast<double>(levels_.size());
}

/// The row of `function` in an observation; null if it was not enabled.
[[nodiscard]] const FunctionCoverage* coverage_of(const Observation& run, FunctionId function);

/// Does the frame of a trace match the goal's frame: same function (any of one plain name), same line?
[[nodiscard]] bool at_target(const TraceFrame& frame, const TargetFrame& target);

}  // namespace reenact
