// WeightedSum as in Definition 1 of "It is not only about control dependent nodes" (Derakhshanfar, Devroey, Zaidman
// 2020), minimised, in [0, 6]:
//
//            3 d_s(t) + 2 max(d_e) + max(d_tr)     if the target line is not reached,
//   ws(t) =  3 min(d_s) + 2 d_e(t) + max(d_tr)     if it is reached,
//            3 min(d_s) + 2 min(d_e) + d_tr(t)     if it is reached and the exception is thrown,
//
// d_s = phi(approach level + phi(branch distance)), d_e in {0, 1}, d_tr = phi(D)
// with D of crash/match.h; all minima are 0, all maxima 1. What `--fitness evocrash` has beyond this definition it lacks:
// here a line is reached only when it was executed, not when its block was entered (see TargetLine::reached), and d_tr is
// 0 as soon as every frame from the innermost to the target is somewhere in the trace.
#pragma once

#include "fitness/fitness.h"
#include "fitness/goal_trace.h"
#include "fitness/target_line.h"

namespace reenact {

class WeightedSum final : public Fitness {
 public:
  explicit WeightedSum(const Goal& goal);
  [[nodiscard]] double evaluate(const Observation& run) override;
  [[nodiscard]] std::string explain(const Observation& run) const override;
  [[nodiscard]] double worst() const override { return 6; }

 private:
  [[nodiscard]] double trace_similarity(const Observation& run, GoalTrace& elements) const;

  const Goal& goal_;
  TargetLine line_;
  GoalTrace elements_;
};

}  // namespace reenact
