#include "strategy/concolic/nearest_selector.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace reenact::concolic {

bool NearestSelector::later(const Entry& a, const Entry& b) {
  const auto key = [](const Entry& each) {
    return std::tuple(each.cost, ~each.alternative.parent(), each.alternative.size());
  };
  return key(a) > key(b);
}

int NearestSelector::cost_of(const Alternative& alternative) const {
  const Edge edge = alternative.suffix().edge;
  const int blocks = distance_(edge);
  const auto attempts = attempts_.find(edge);
  return (blocks < 0 ? kNoWay : blocks) + (attempts == attempts_.end() ? 0 : attempts->second);
}

void NearestSelector::add(Alternative alternative) {
  const int cost = cost_of(alternative);
  heap_.push_back({cost, std::move(alternative)});
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
    ++attempts_[first.suffix().edge];
    return first;
  }
  return std::nullopt;
}

}  // namespace reenact::concolic
