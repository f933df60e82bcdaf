// EvoCrash's weighted sum (Soltani, Panichella, van Deursen 2017; docs/methods/evocrash.md):
//   f(t) = 3 d_s(t) + 2 d_except(t) + d_trace(t), in [0, 6], minimised.
// d_s: approach level + phi(branch distance) of the target line, normalised by phi. d_except in {0, 1}, counted once
// the line is reached, else 1. d_trace = phi(D(S*, S)), counted once the exception
// is thrown, else 1, where D = sum_i min_j diff(e*_i, e_j) over the frames from the target frame inwards (crash/match.h).
#pragma once

#include "fitness/distance.h"
#include "fitness/fitness.h"
#include "fitness/goal_trace.h"

namespace reenact {

class EvoCrash final : public Fitness {
 public:
  enum class Trace { kNearest, kPrefix };  // the paper's, and the earlier prefix-aligned one it improved on
  EvoCrash(const Goal& goal, Trace trace);
  [[nodiscard]] double evaluate(const Observation& run) override;
  [[nodiscard]] std::string explain(const Observation& run) const override;
  [[nodiscard]] double worst() const override { return 6; }

 private:
  [[nodiscard]] double line_distance(const Observation& run) const;
  [[nodiscard]] double distance_of_trace(const Observation& run);

  const Goal& goal_;
  Trace trace_;
  LineDistance line_;
  GoalTrace elements_;
};

/// same_kind() for an observation.
[[nodiscard]] bool kind_matches(const Goal& goal, const Observation& run, std::string* difference = nullptr);
/// Do the innermost subject frames of the run equal the goal's, lines included, up to the target?
[[nodiscard]] bool trace_matches(const Goal& goal, const Observation& run);
/// How many of the frames that freed the memory in the report, and of those that allocated it, are not those of `run`, counted
/// from the innermost one that differs on; 0 also where one of the two does not tell.
struct DeedsMissed {
  std::size_t freed = 0, allocated = 0;
};
[[nodiscard]] DeedsMissed deeds_missed(const Goal& goal, const Observation& run);

}  // namespace reenact
