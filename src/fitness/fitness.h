// One small class per fitness function behind one interface.
#pragma once

#include <optional>
#include <string>

#include "goal/goal.h"
#include "run/observation.h"

namespace reenact {

/// How far a run stayed away from a goal; each class names the paper its formula is from.
class Fitness {
 public:
  virtual ~Fitness() = default;
  /// Smaller is better; 0 = the crash of the report. Never NaN.
  [[nodiscard]] virtual double evaluate(const Observation& run) = 0;
  /// What `run` still lacks, for people: "line 396 reached, exception differs (got SIGSEGV)".
  [[nodiscard]] virtual std::string explain(const Observation& run) const = 0;
  /// The worst value there is; used for tests that were invalid.
  [[nodiscard]] virtual double worst() const = 0;
  /// The frame whose line `run` should have come nearer to, where secondary objectives compare; nullopt: the target's.
  [[nodiscard]] virtual std::optional<FrameIndex> aim(const Observation& /*run*/) const { return std::nullopt; }
};

}  // namespace reenact
