#include "strategy/concolic/alternatives.h"

#include <algorithm>

namespace reenact::concolic {

std::vector<Alternative> Alternatives::of(const PathCondition& path, std::uint64_t parent) {
  std::vector<Alternative> result;
  std::vector<Clause> prefix;
  std::uint32_t node = 0;
  for (const Clause& clause : path) {
    prefix.push_back({expressions_.negation(clause.condition), clause.other, clause.edge});
    if (clause.negatable) {
      if (is_new(node, prefix))
        result.push_back({prefix, parent});
      else
        ++repeated_;
    }
    prefix.back() = clause;
    node = follow(node, clause.condition);
  }
  return result;
}

bool Alternatives::is_new(std::uint32_t node, const std::vector<Clause>& clauses) {
  if (same_ == Same::kPath) {
    // A run or an alternative went there.
    const std::size_t before = tree_.size();
    return follow(node, clauses.back().condition) > before;
  }
  std::vector<Expr> key = conditions(slicer_(clauses));
  std::ranges::sort(key);
  const auto repeated = std::ranges::unique(key);
  key.erase(repeated.begin(), repeated.end());
  return slices_.insert(std::move(key)).second;
}

std::uint32_t Alternatives::follow(std::uint32_t node, Expr condition) {
  return tree_.try_emplace({node, condition}, static_cast<std::uint32_t>(tree_.size() + 1)).first->second;
}

}  // namespace reenact::concolic
