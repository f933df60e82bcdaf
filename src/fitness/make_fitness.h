// Fitness functions by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fitness/fitness.h"
#include "fitness/staircase.h"

namespace reenact {

/// Names make_fitness knows, the default first.
[[nodiscard]] const std::vector<std::string>& fitness_names();
/// Null for an unknown name. `goal` must outlive the result.
[[nodiscard]] std::unique_ptr<Fitness> make_fitness(const std::string& name, const Goal& goal,
                                                    const StaircaseOptions& staircase = {});

}  // namespace reenact
