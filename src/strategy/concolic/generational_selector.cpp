#include "strategy/concolic/generational_selector.h"

#include <bit>

namespace reenact::concolic {

namespace {

/// Few are told apart one by one: the fifth character of a header is as new as the fourth was. Many by their magnitude.
unsigned magnitude(unsigned count) {
  constexpr unsigned kFew = 16;
  return count <= kFew ? count : kFew + static_cast<unsigned>(std::bit_width(count));
}

}  // namespace

void GenerationalSelector::ran(const PathCondition& path) {
  std::map<Edge, unsigned> counts;
  for (const Clause& clause : path) ++counts[clause.edge];
  novelty_ = inherited_;
  inherited_ = 0;
  for (const auto& [edge, count] : counts) novelty_ += seen_.emplace(edge, magnitude(count)).second ? 1 : 0;
}

void GenerationalSelector::add(Alternative alternative) {
  by_novelty_[novelty_].push_back(std::move(alternative));
  ++pending_;
}

std::optional<Alternative> GenerationalSelector::next() {
  if (pending_ == 0) return std::nullopt;
  const auto best = by_novelty_.begin();
  inherited_ = best->first / 2;
  Alternative first = std::move(best->second.front());
  best->second.pop_front();
  if (best->second.empty()) by_novelty_.erase(best);
  --pending_;
  return first;
}

}  // namespace reenact::concolic
