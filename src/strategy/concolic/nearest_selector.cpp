#include "strategy/concolic/nearest_selector.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace reenact::concolic {

bool NearestSelector::later(const Entry& a, const Entry& b) {
  const auto key = [](const Entry& each) {
    return std::tuple(each.cost, each.run, ~each.alternative.parent(), each.alternative.size());
  };
  return key(a) > key(b);
}

int NearestSelector::cost_of(const Alternative& alternative) const {
  const Edge known = known_edge(alternative.suffix(), distance_);
  const int blocks = distance_(known);
  const auto attempts = attempts_.find({alternative.suffix().edge, known});
  return (blocks < 0 ? kVeryFar : blocks) + (attempts == attempts_.end() ? 0 : attempts->second);
}

void NearestSelector::ran(const PathCondition& path) {
  run_ = kVeryFar;
  for (const Clause& each : path)
    if (const int blocks = distance_(known_edge(each, distance_)); blocks >= 0) run_ = std::min(run_, blocks);
}

void NearestSelector::add(Alternative alternative) {
  const int cost = cost_of(alternative);
  heap_.push_back({cost, run_, std::move(alternative)});
  std::ranges::push_heap(heap_, later);
}

std::optional<Alternative> NearestSelector::next() {
  while (!heap_.empty()) {
    std::ranges::pop_heap(heap_, later);
    // Costs only grow: an entry is put right when its turn has come.
    Entry& last = heap_.back();
    if (const int cost = cost_of(last.alternative); cost > last.cost) {
      last.cost = cost;
      std::ranges::push_heap(heap_, later);
      continue;
    }
    Alternative first = std::move(last.alternative);
    heap_.pop_back();
    ++attempts_[{first.suffix().edge, known_edge(first.suffix(), distance_)}];
    return first;
  }
  return std::nullopt;
}

}  // namespace reenact::concolic
