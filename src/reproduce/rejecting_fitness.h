// Keeps a search from running into the same false crash again.
#pragma once

#include <set>
#include <string>

#include "fitness/fitness.h"

namespace reenact {

/// A fitness as another one says, but for crashes that verification has refuted: those that end with the same
/// kind, message and trace as a rejected one are not the report's, however alike they look to the probes.
class RejectingFitness final : public Fitness {
 public:
  /// `inner` must outlive this.
  explicit RejectingFitness(Fitness& inner) : inner_(inner) {}
  /// `why`: how the verified crash differed.
  void reject(const Observation& run, const std::string& why);
  [[nodiscard]] double evaluate(const Observation& run) override;
  [[nodiscard]] std::string explain(const Observation& run) const override;
  [[nodiscard]] double worst() const override { return inner_.worst(); }
  [[nodiscard]] std::optional<FrameIndex> aim(const Observation& run) const override { return inner_.aim(run); }

 private:
  static constexpr double kAlmost = 0.5;  // near the goal, but never it
  Fitness& inner_;
  std::set<std::string> rejected_;
  std::string why_;
};

}  // namespace reenact
