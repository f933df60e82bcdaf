#include "strategy/concolic/slice.h"

#include <algorithm>
#include <unordered_set>

namespace reenact::concolic {

const std::vector<std::uint32_t>& Slicer::groups_of(Expr condition) {
  const auto [known, is_new] = groups_.try_emplace(condition);
  if (!is_new) return known->second;
  for (const symbolic::SymbolId symbol : symbols_.of(condition)) {
    std::uint32_t group = symbol.value;
    if (dependence_ == Dependence::kObjects) {
      const std::string object{symbolic::object_of(expressions_.symbol(symbol).path)};
      group = objects_.try_emplace(object, static_cast<std::uint32_t>(objects_.size())).first->second;
    }
    known->second.push_back(group);
  }
  std::ranges::sort(known->second);
  const auto repeated = std::ranges::unique(known->second);
  known->second.erase(repeated.begin(), repeated.end());
  return known->second;
}

std::vector<Clause> Slicer::operator()(const std::vector<Clause>& clauses) {
  // From the suffix outwards: the clauses of each group are taken once, when the group is first met.
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> clauses_of;
  for (std::size_t i = 0; i < clauses.size(); ++i)
    for (const std::uint32_t group : groups_of(clauses[i].condition)) clauses_of[group].push_back(i);
  std::vector<bool> kept(clauses.size());
  std::unordered_set<std::uint32_t> met;
  std::vector<std::size_t> waiting{clauses.size() - 1};
  while (!waiting.empty()) {
    const std::size_t next = waiting.back();
    waiting.pop_back();
    if (kept[next]) continue;
    kept[next] = true;
    for (const std::uint32_t group : groups_of(clauses[next].condition))
      if (met.insert(group).second) std::ranges::copy(clauses_of[group], std::back_inserter(waiting));
  }
  std::vector<Clause> result;
  for (std::size_t i = 0; i < clauses.size(); ++i)
    if (kept[i]) result.push_back(clauses[i]);
  return result;
}

}  // namespace reenact::concolic
