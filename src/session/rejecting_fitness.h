// Keeps a search from running into the same false crash again.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "fitness/fitness.h"

namespace reenact {

/// Crashes that verification has refuted. One that ends with the same kind, message and trace as a rejected one is not the
/// report's, however alike they look to the probes. But the fault may have been that test's (what it crashed on was a stray
/// value in memory): when the crash was met many times more, another test of it is let through, after each rejection
/// later. Searchers of several threads share one.
class Rejections {
 public:
  /// `why`: how the verified crash differed.
  void reject(const Observation& run, const std::string& why);
  /// Is this one of them, and not to be let through this time?
  [[nodiscard]] bool holds_back(const Observation& run);
  /// Why, if `run` was rejected; else empty.
  [[nodiscard]] std::string why(const Observation& run) const;

 private:
  static constexpr std::uint64_t kFirst = 100, kGrowth = 10;  // how often it is met before it is let through
  struct Rejected {
    std::uint64_t met = 0, wanted = kFirst;
  };
  mutable std::mutex mutex_;
  std::map<std::string, Rejected> rejected_;
  std::string why_;
};

/// A fitness as another one says, but for crashes that were rejected.
class RejectingFitness final : public Fitness {
 public:
  /// Both must outlive this.
  RejectingFitness(Fitness& inner, Rejections& rejections) : inner_(inner), rejections_(rejections) {}
  [[nodiscard]] double evaluate(const Observation& run) override;
  [[nodiscard]] std::string explain(const Observation& run) const override;
  [[nodiscard]] double worst() const override { return inner_.worst(); }
  [[nodiscard]] std::optional<FrameIndex> aim(const Observation& run) const override { return inner_.aim(run); }

 private:
  static constexpr double kAlmost = 0.5;  // near the goal, but never it
  Fitness& inner_;
  Rejections& rejections_;
};

}  // namespace reenact
