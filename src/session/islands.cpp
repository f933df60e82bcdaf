#include "session/islands.h"

#include <algorithm>
#include <utility>

namespace reenact {

Expected<Islands> Islands::make(Plan plan) {
  Islands result;
  for (unsigned i = 0; i < std::max(1u, plan.count); ++i) {
    auto island = std::make_unique<Each>();
    auto executor = plan.start(plan.tries_operands ? &island->operands : nullptr);
    if (!executor) return std::unexpected(executor.error());
    island->executor = std::move(*executor);
    island->inner = plan.fitness();
    island->fitness = std::make_unique<RejectingFitness>(*island->inner, plan.rejections);
    island->pool = plan.pool;
    if (plan.tries_operands) island->pool.seen = &island->operands;
    result.each_.push_back(std::move(island));
  }
  return result;
}

std::vector<Island> Islands::all(Random& random) const {
  std::vector<Island> result;
  for (const auto& island : each_) {
    Random* source = &random;
    if (!result.empty()) {
      island->own_random = Random(Seed(random()));
      source = &island->own_random;
    }
    result.push_back({*island->executor, *island->fitness, *source});
  }
  return result;
}

}  // namespace reenact
