#include "strategy/concolic/path_selector.h"

#include <algorithm>
#include <limits>

namespace reenact::concolic {

std::optional<Alternative> FifoSelector::next() {
  if (queue_.empty()) return std::nullopt;
  Alternative first = std::move(queue_.front());
  queue_.pop_front();
  return first;
}

void CheapestSelector::add(Alternative alternative) {
  const double cost = cost_(alternative);
  heap_.push_back({cost, added_++, std::move(alternative)});
  std::ranges::push_heap(heap_, later);
}

std::optional<Alternative> CheapestSelector::next() {
  if (heap_.empty()) return std::nullopt;
  std::ranges::pop_heap(heap_, later);
  Alternative first = std::move(heap_.back().alternative);
  heap_.pop_back();
  return first;
}

void CheapestSelector::reorder() {
  for (Entry& entry : heap_) entry.cost = cost_(entry.alternative);
  std::ranges::make_heap(heap_, later);
}

Edge known_edge(const Clause& clause, const EdgeDistance& distance) {
  const Edge caller{clause.called_from, kAnySuccessor};
  return clause.called_from != 0 && distance(clause.edge) == kUnknownBranch && distance(caller) >= 0 ? caller
                                                                                                     : clause.edge;
}

std::unique_ptr<CheapestSelector> shortest_first() {
  return std::make_unique<CheapestSelector>(
      [](const Alternative& alternative) { return static_cast<double>(alternative.size()); });
}

std::unique_ptr<CheapestSelector> nearest_first(EdgeDistance distance) {
  return std::make_unique<CheapestSelector>([distance = std::move(distance)](const Alternative& alternative) {
    const int blocks = distance(known_edge(alternative.suffix(), distance));
    if (blocks < 0) return std::numeric_limits<double>::infinity();
    // The length decides between equals: it stays below one block.
    const auto length = static_cast<double>(alternative.size());
    return blocks + length / (length + 1);
  });
}

}  // namespace reenact::concolic
