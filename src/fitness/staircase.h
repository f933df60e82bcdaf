// Beyond the papers: a gradient along all frames of the trace at once.
//
// EvoCrash's target line is one frame's; between the target line and the crash, several calls deeper, it is blind.
// Here each frame is a step, from the target frame inwards:
//   f = remaining + phi(d) + 2 + 1   while some frame's line is not reached: remaining = frames further in,
//                                    d = approach level + phi(branch distance) to the line of the first one missed,
//   f = 2 + 1 - progress             all lines reached, another outcome (2) without the trace (1),
//   f = phi(D)                       the kind is right: EvoCrash's trace distance,
//   f = 0                            kind and trace are the report's.
// A line counts as reached only if the lines outside of it were.
#pragma once

#include <vector>

#include "fitness/evocrash.h"

namespace reenact {

class Staircase final : public Fitness {
 public:
  explicit Staircase(const Goal& goal);
  [[nodiscard]] double evaluate(const Observation& run) override;
  [[nodiscard]] std::string explain(const Observation& run) const override;
  [[nodiscard]] double worst() const override { return static_cast<double>(steps_.size()) + 5; }

 private:
  struct Step {
    FunctionId function;
    Line line;
    LineDistance distance;
  };
  struct Missed {
    std::size_t step;
    double distance;
  };
  [[nodiscard]] std::optional<Missed> first_missed(const Observation& run) const;

  const Goal& goal_;
  EvoCrash inner_;
  std::vector<Step> steps_;   // outermost first
};

}  // namespace reenact
