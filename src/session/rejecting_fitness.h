// Keeps a search from running into the same false crash again.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "fitness/fitness.h"

namespace reenact {

/// A fitness as another one says, but for crashes that verification has refuted: one that ends with the same kind, message
/// and trace as a rejected one is not the report's, however alike they look to the probes. But the fault may have been
/// that test's (what it crashed on was a stray value in memory): when the crash was met many times more, another test of
/// it is let through, after each rejection later.
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
  static constexpr double kAlmost = 0.5;                      // near the goal, but never it
  static constexpr std::uint64_t kFirst = 100, kGrowth = 10;  // how often it is met before it is let through
  struct Rejected {
    std::uint64_t met = 0, wanted = kFirst;
  };
  Fitness& inner_;
  std::map<std::string, Rejected> rejected_;
  std::string why_;
};

}  // namespace reenact
