#include "fitness/make_fitness.h"

#include "fitness/evocrash.h"
#include "fitness/staircase.h"

namespace reenact {

const std::vector<std::string>& fitness_names() {
  static const std::vector<std::string> names{"staircase", "evocrash", "evocrash-prefix"};
  return names;
}

std::unique_ptr<Fitness> make_fitness(const std::string& name, const Goal& goal) {
  if (name == "staircase") return std::make_unique<Staircase>(goal);
  if (name == "evocrash") return std::make_unique<EvoCrash>(goal, EvoCrash::Trace::kNearest);
  if (name == "evocrash-prefix") return std::make_unique<EvoCrash>(goal, EvoCrash::Trace::kPrefix);
  return nullptr;
}

}  // namespace reenact
