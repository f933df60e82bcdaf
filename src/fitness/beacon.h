// Beacon's fitness (Slater, Bergel; docs/methods/beacon.md), for crashes of which only a part is known:
//   F(t) = 2 t_ex + t_arg + 2 t_fn, maximised; 5 = all that is known holds; 0 if nothing was raised.
// Searches here minimise: the value is 5 - F. What the description leaves out holds for everything raised.
#pragma once

#include <vector>

#include "crash/description.h"
#include "fitness/fitness.h"

namespace reenact {

class Beacon final : public Fitness {
 public:
  static constexpr double kMost = 5;

  Beacon(CrashDescription description, const ProgramModel& program);
  [[nodiscard]] double evaluate(const Observation& run) override;
  [[nodiscard]] std::string explain(const Observation& run) const override;
  [[nodiscard]] double worst() const override { return kMost; }
  /// F itself.
  [[nodiscard]] double score(const Observation& run) const;
  /// Functions that the description's may be; empty if it names none, or none that is there.
  [[nodiscard]] const std::vector<FunctionId>& functions() const { return functions_; }

 private:
  [[nodiscard]] DescriptionMatch compare(const Observation& run) const;

  CrashDescription description_;
  std::vector<FunctionId> functions_;  // sorted
};

}  // namespace reenact
