// Beyond the papers: a gradient along all frames of the trace at once.
//
// EvoCrash's target line is one frame's; between the target line and the crash, several calls deeper, it is blind.
// Here each frame is a step, from the target frame inwards. A frame is reached if it was entered from the frame outside
// of it, at that frame's line, and so on outwards: the same function called from elsewhere is no progress.
//   f = i + phi(d) + 3     frame i is the outermost that misses its line (0 = innermost, so i frames remain behind it),
//                          d = approach level + phi(branch distance) to its line, where a branch that another function
//                          decides has the distance in there (fitness/decider_distance.h); + StaircaseOptions::hangs if the test did not end.
//                          A line whose block was entered, but which died or threw before it, is missed, too,
//   f = 3 - progress       all lines reached, another outcome (of memory errors: no crash is nearer than another one),
//   f = phi(D)             the kind is right, and some frame of the trace: EvoCrash's trace distance,
//   f = phi(n) / 4         kind and trace are the report's; n frames of who freed and allocated the memory are not (0: it is the crash).
#pragma once

#include <optional>
#include <vector>

#include "base/declare.h"
#include "fitness/decider_distance.h"
#include "fitness/evocrash.h"
#include "fitness/target_line.h"

namespace reenact {

struct StaircaseOptions {
  // The line ran, but the call into the next frame was not made; or, of the innermost frame, what comes before the line did not get
  // through: nearer than any other line, yet not there. In (0, 1), as d.
  double line_without_call = 0.2;
  // Added for a test that does not end: it costs thousands of others, and of two that come equally near, the other one is to
  // breed.
  double hangs = 0.5;
  // Where memory that was once valid is wanted, a null pointer in its place leads nowhere; a test that gets through may, and
  // is nearer by this.
  double got_through = 0.1;
};

void declare(StaircaseOptions& options, OptionVisitor& visitor);

class Staircase final : public Fitness {
 public:
  explicit Staircase(const Goal& goal, const StaircaseOptions& options = {});
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
  const StaircaseOptions options_;
  EvoCrash inner_;
  DeciderDistance deciders_;
  TargetLine innermost_;
  std::vector<LineDistance> lines_;  // by frame, 0 = innermost; no more than contexts are told of
};

}  // namespace reenact
