#include "fitness/make_fitness.h"

#include "fitness/beacon.h"
#include "fitness/evocrash.h"
#include "fitness/staircase.h"
#include "fitness/stdistance.h"
#include "fitness/weighted_sum.h"

namespace reenact {

const std::vector<std::string>& fitness_names() {
  static const std::vector<std::string> names{"staircase",    "evocrash",   "evocrash-prefix",
                                              "weighted-sum", "stdistance", "beacon"};
  return names;
}

std::unique_ptr<Fitness> make_fitness(const std::string& name, const Goal& goal, const StaircaseOptions& staircase) {
  if (name == "staircase") return std::make_unique<Staircase>(goal, staircase);
  if (name == "evocrash") return std::make_unique<EvoCrash>(goal, EvoCrash::Trace::kNearest);
  if (name == "evocrash-prefix") return std::make_unique<EvoCrash>(goal, EvoCrash::Trace::kPrefix);
  if (name == "weighted-sum") return std::make_unique<WeightedSum>(goal);
  if (name == "stdistance") return std::make_unique<STDistance>(goal);
  if (name == "beacon") return std::make_unique<Beacon>(description_of(*goal.report), *goal.program);
  return nullptr;
}

}  // namespace reenact
