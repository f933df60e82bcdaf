#include "strategy/concolic/conflicts.h"

#include <algorithm>
#include <span>

namespace reenact::concolic {

void Conflicts::infeasible(const Alternative& alternative, const std::vector<Expr>& core) {
  if (!is_on_) return;
  const PathCondition& path = alternative.path();
  const Edge wanted = alternative.suffix().edge;
  const auto prefix = std::span(path).first(alternative.size() - 1);
  const auto before = static_cast<std::size_t>(std::ranges::count(prefix, wanted, &Clause::edge));
  if (const auto most = most_.find(wanted); most != most_.end() && most->second > before) return;
  std::set<symbolic::SymbolId> decided;
  for (const Expr condition : core)
    if (condition != alternative.suffix().condition)
      for (const symbolic::SymbolId each : symbols_.of(condition)) decided.insert(each);
  // The latest first: what is decided there has least to do with anything else.
  for (std::size_t i = prefix.size(); i-- > 0;) {
    if (!path[i].negatable) continue;
    const auto& about = symbols_.of(path[i].condition);
    if (!std::ranges::all_of(about, [&](symbolic::SymbolId each) { return decided.contains(each); })) continue;
    Alternative other = alternative.at(i, expressions_);
    if (!taken_.contains(key(other))) wishes_.push_back({std::move(other), wanted});
  }
}

void Conflicts::ran(const PathCondition& path, const std::vector<Alternative>& alternatives) {
  if (!is_on_) return;
  std::map<Edge, std::size_t> counts;
  for (const Clause& each : path) ++counts[each.edge];
  for (const auto& [edge, count] : counts) {
    std::size_t& most = most_[edge];
    most = std::max(most, count);
  }
  if (!wanted_) return;
  for (const Alternative& each : alternatives)
    if (each.suffix().edge == *wanted_) {
      wishes_.push_front({each, *wanted_});
      break;
    }
  wanted_.reset();
}

std::optional<Alternative> Conflicts::next(PathSelector& selector) {
  if (auto conflicting = next_out_of_turn()) return conflicting;
  auto result = selector.next();
  while (result && !take(*result)) result = selector.next();
  return result;
}

std::optional<Alternative> Conflicts::next_out_of_turn() {
  wanted_.reset();
  is_our_turn_ = !is_our_turn_;
  while (is_our_turn_ && !wishes_.empty()) {
    const Wish wish = std::move(wishes_.front());
    wishes_.pop_front();
    if (!take(wish.alternative)) continue;
    wanted_ = wish.wanted;
    return wish.alternative;
  }
  return std::nullopt;
}

}  // namespace reenact::concolic
