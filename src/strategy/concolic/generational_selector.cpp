#include "strategy/concolic/generational_selector.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace reenact::concolic {

namespace {

/// Few are told apart one by one: the fifth character of a header is as new as the fourth was. Many by their magnitude.
unsigned magnitude(unsigned count) {
  constexpr unsigned kFew = 16;
  return count <= kFew ? count : kFew + static_cast<unsigned>(std::bit_width(count));
}

/// Of a run, where one of a usual path is 1: what gets further has more clauses, and is not to be held back by that.
double cost(const PathCondition& path) {
  constexpr double kUsual = 500;
  return std::max(1.0, static_cast<double>(path.size()) / kUsual);
}

}  // namespace

void GenerationalSelector::ran(const PathCondition& path) {
  std::map<Edge, unsigned> counts;
  for (const Clause& clause : path) ++counts[clause.edge];
  double novelty = std::exchange(inherited_, 0);
  for (const auto& [edge, count] : counts) novelty += seen_.emplace(edge, magnitude(count)).second ? 1 : 0;
  run_ = {.worth = novelty / cost(path), .novelty = novelty};
}

void GenerationalSelector::add(Alternative alternative) {
  by_worth_[run_].push_back(std::move(alternative));
  ++pending_;
}

std::optional<Alternative> GenerationalSelector::next() {
  if (pending_ == 0) return std::nullopt;
  const auto best = by_worth_.begin();
  inherited_ = best->first.novelty / 2;
  Alternative first = std::move(best->second.front());
  best->second.pop_front();
  if (best->second.empty()) by_worth_.erase(best);
  --pending_;
  return first;
}

}  // namespace reenact::concolic
