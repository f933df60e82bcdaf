// Fitness functions by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fitness/exception_distance.h"
#include "fitness/fitness.h"
#include "fitness/staircase.h"

namespace reenact {

struct FitnessOptions {
  ExceptionMeasure exception = ExceptionMeasure::kBinary;
  StaircaseOptions staircase;
};

/// Names make_fitness knows, the default first.
[[nodiscard]] const std::vector<std::string>& fitness_names();
/// Null for an unknown name; beacon's own measure of the exception stays as it is. `goal` must outlive the result.
[[nodiscard]] std::unique_ptr<Fitness> make_fitness(const std::string& name, const Goal& goal,
                                                    const FitnessOptions& options = {});

}  // namespace reenact
