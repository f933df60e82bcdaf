#include "strategy/concolic/nearest_selector.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace reenact::concolic {

bool NearestSelector::later(const Entry& a, const Entry& b) {
  const auto key = [](const Entry& each) {
    return std::tuple(each.cost, each.tries, each.run, ~each.alternative.parent(), each.alternative.size());
  };
  return key(a) > key(b);
}

bool NearestSelector::count_again(Entry& entry) const {
  const auto count = [](const auto& counts, const auto& key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
  };
  const Alternative& alternative = entry.alternative;
  const Branching branching{alternative.suffix().edge, known_edge(alternative.suffix(), distance_)};
  const int blocks = distance_(branching.second);
  const int cost = (blocks < 0 ? kVeryFar : blocks) + count(attempts_, branching);
  const int tries = count(attempts_in_iteration_, std::pair(branching, alternative.iteration()));
  const bool is_right = cost == entry.cost && tries == entry.tries;
  entry.cost = cost;
  entry.tries = tries;
  return is_right;
}

void NearestSelector::ran(const PathCondition& path) {
  run_ = kVeryFar;
  for (const Clause& each : path)
    if (const int blocks = distance_(known_edge(each, distance_)); blocks >= 0) run_ = std::min(run_, blocks);
}

void NearestSelector::add(Alternative alternative) {
  Entry entry{0, 0, run_, std::move(alternative)};
  (void)count_again(entry);
  heap_.push_back(std::move(entry));
  std::ranges::push_heap(heap_, later);
}

std::optional<Alternative> NearestSelector::next() {
  while (!heap_.empty()) {
    std::ranges::pop_heap(heap_, later);
    // Counts only grow: an entry is put right when its turn has come.
    if (!count_again(heap_.back())) {
      std::ranges::push_heap(heap_, later);
      continue;
    }
    Alternative first = std::move(heap_.back().alternative);
    heap_.pop_back();
    const Branching branching{first.suffix().edge, known_edge(first.suffix(), distance_)};
    ++attempts_[branching];
    ++attempts_in_iteration_[{branching, first.iteration()}];
    return first;
  }
  return std::nullopt;
}

}  // namespace reenact::concolic
