#include "strategy/backward/deeper_paths.h"

#include <algorithm>

namespace reenact::backward {

DeeperPaths::DeeperPaths(const Executor::Shared& shared, const BackwardOptions& options, std::vector<Level> levels,
                         State start)
    : shared_(shared), options_(options), levels_(std::move(levels)), start_(std::move(start)) {
  begin();
}

void DeeperPaths::begin() {
  executors_.push_back(std::make_unique<Executor>(shared_, options_, levels_));
  executors_.back()->start(start_);
}

bool DeeperPaths::can_deepen() const {
  return options_.deepen && options_.unroll < kMostRounds && executors_.back()->has_left_loops();
}

std::optional<Found> DeeperPaths::next(bool may_deepen, const std::function<bool()>& stop) {
  while (true) {
    if (auto found = executors_.back()->next(stop)) return found;
    if (!executors_.back()->is_done() || !may_deepen || !can_deepen()) return std::nullopt;
    options_.unroll = std::min(kMostRounds, std::max<std::size_t>(1, 2 * options_.unroll));
    begin();
  }
}

std::vector<const Executor*> DeeperPaths::executors() const {
  std::vector<const Executor*> result;
  for (const auto& each : executors_) result.push_back(each.get());
  return result;
}

}  // namespace reenact::backward
