// STDistance: TestStackTraceDistance and ExceptionPenalty of ReCore (Rößler et al. 2013), as in Definition 2 of "It is not
// only about control dependent nodes" (Derakhshanfar, Devroey, Zaidman 2020), minimised:
//   f(t) = |R| - lcp - (1 - sd(s)) + penalty
// |R|: frames from the target inwards; lcp: how many of them t covers, consecutively from the target; s: the statement of
// the first it does not; sd = approach level + phi(branch distance), 1 when all are covered; penalty: 0 if the exception
// is the report's (and once all frames are covered, was thrown in the innermost), else 1.
// A frame is covered when its line was executed by an activation that the frame outside of it called at its line, and so
// on to the target: the stack, at some time of the run, began as the report's does.
//
// sd is not normalised there, so covering one frame more can cost more than it gains: |R| = 2, the target's line missed
// by sd = 0.5: 2 - 0 - (1 - 0.5) = 1.5; the line covered, and the inner frame missed by two decisions and phi(1):
// 2 - 1 - (1 - 2.5) = 2.5. It is kept as it was published.
#pragma once

#include "fitness/fitness.h"
#include "fitness/target_line.h"

namespace reenact {

class STDistance final : public Fitness {
 public:
  explicit STDistance(const Goal& goal);
  [[nodiscard]] double evaluate(const Observation& run) override;
  [[nodiscard]] std::string explain(const Observation& run) const override;
  [[nodiscard]] double worst() const override { return worst_; }
  [[nodiscard]] std::optional<FrameIndex> aim(const Observation& run) const override;

 private:
  /// Frames covered, consecutively from the target.
  [[nodiscard]] std::size_t common_prefix(const Observation& run) const;
  [[nodiscard]] bool covers(std::size_t frame, const Observation& run) const;
  [[nodiscard]] bool penalised(const Observation& run, bool all_covered) const;

  const Goal& goal_;
  std::vector<TargetLine> lines_;  // by frame, 0 = innermost
  double worst_ = 0;
};

}  // namespace reenact
