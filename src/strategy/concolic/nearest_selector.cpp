#include "strategy/concolic/nearest_selector.h"

#include <algorithm>
#include <utility>

namespace reenact::concolic {

NearestSelector::EntryRank NearestSelector::rank_of(const Entry& entry) {
  return {entry.run, ~entry.alternative.parent(), entry.alternative.size()};
}

template <typename Change>
void NearestSelector::change(Branching branching, Way& way, std::uint32_t iteration, Change change) {
  Iteration& changed = way.iterations[iteration];
  const auto rank = [&] { return std::pair(IterationRank{changed.tries, rank_of(changed.heap.front())}, iteration); };
  if (!way.order.empty()) order_.erase({{way.cost, way.order.begin()->first}, branching});
  if (!changed.heap.empty()) way.order.erase(rank());
  change(changed);
  if (!changed.heap.empty()) way.order.insert(rank());
  if (!way.order.empty()) order_.insert({{way.cost, way.order.begin()->first}, branching});
}

void NearestSelector::ran(const PathCondition& path) {
  run_ = kVeryFar;
  for (const Clause& each : path)
    if (const int blocks = distance_(known_edge(each, distance_)); blocks >= 0) run_ = std::min(run_, blocks);
}

void NearestSelector::add(Alternative alternative) {
  const Branching branching{alternative.suffix().edge, known_edge(alternative.suffix(), distance_)};
  const auto [found, is_new] = ways_.try_emplace(branching);
  Way& way = found->second;
  if (is_new) {
    const int blocks = distance_(branching.second);
    way.cost = blocks < 0 ? kVeryFar : blocks;
  }
  change(branching, way, alternative.iteration(), [&](Iteration& iteration) {
    iteration.heap.push_back({run_, std::move(alternative)});
    std::ranges::push_heap(iteration.heap, later);
  });
  ++pending_;
}

std::optional<Alternative> NearestSelector::next() {
  if (order_.empty()) return std::nullopt;
  const Branching branching = order_.begin()->second;
  Way& way = ways_.at(branching);
  std::optional<Alternative> first;
  change(branching, way, way.order.begin()->second, [&](Iteration& iteration) {
    std::ranges::pop_heap(iteration.heap, later);
    first = std::move(iteration.heap.back().alternative);
    iteration.heap.pop_back();
    ++iteration.tries;
    ++way.cost;
  });
  --pending_;
  return first;
}

}  // namespace reenact::concolic
