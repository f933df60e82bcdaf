// Beyond the papers: a gradient along all frames of the trace at once.
//
// EvoCrash's target line is one frame's; between the target line and the crash, several calls deeper, it is blind.
// Here each frame is a step, from the target frame inwards. A frame is reached if it was entered from the frame outside
// of it, at that frame's line, and so on outwards: the same function called from elsewhere is no progress.
//   f = i + phi(d) + 3     frame i is the outermost that misses its line (0 = innermost, so i frames remain behind it),
//                          d = approach level + phi(branch distance) to its line; + 0.5 if the test did not end,
//   f = 3 - progress       all lines reached, another outcome (2 + d if graded: fitness/exception_distance.h; of memory
//                          errors: no crash is nearer than another one),
//   f = phi(D)             the kind is right, and some frame of the trace: EvoCrash's trace distance,
//   f = 0                  kind and trace are the report's.
#pragma once

#include <optional>
#include <vector>

#include "fitness/evocrash.h"

namespace reenact {

class Staircase final : public Fitness {
 public:
  explicit Staircase(const Goal& goal, ExceptionMeasure exception = ExceptionMeasure::kBinary);
  [[nodiscard]] double evaluate(const Observation& run) override;
  [[nodiscard]] std::string explain(const Observation& run) const override;
  [[nodiscard]] double worst() const override { return static_cast<double>(lines_.size()) + 5; }
  [[nodiscard]] std::optional<FrameIndex> aim(const Observation& run) const override;

 private:
  struct Missed {
    std::size_t frame;
    double distance;
  };
  [[nodiscard]] std::optional<Missed> first_missed(const Observation& run) const;

  [[nodiscard]] bool shares_a_frame(const Observation& run) const;

  const Goal& goal_;
  EvoCrash inner_;
  ExceptionDistance exception_;
  std::vector<LineDistance> lines_;  // by frame, 0 = innermost; no more than contexts are told of
};

}  // namespace reenact
