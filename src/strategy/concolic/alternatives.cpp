#include "strategy/concolic/alternatives.h"

#include <algorithm>
#include <map>
#include <utility>

namespace reenact::concolic {

std::vector<Alternative> Alternatives::of(const PathCondition& path, std::uint64_t parent) {
  std::vector<Alternative> result;
  const auto shared = std::make_shared<const PathCondition>(path);
  std::uint32_t node = 0;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t>
      iterations;  // by branch, and by who called its function
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Clause& clause = path[i];
    if (clause.negatable) {
      Alternative alternative(shared, i, negated(clause, expressions_), parent);
      alternative.set_iteration(iterations[{clause.edge.branch, clause.called_from}]++);
      if (is_new(node, alternative))
        result.push_back(std::move(alternative));
      else
        ++repeated_;
    }
    node = follow(node, clause.condition);
  }
  return result;
}

bool Alternatives::is_new(std::uint32_t node, const Alternative& alternative) {
  if (same_ == Same::kPath) {
    // A run or an alternative went there.
    const std::size_t before = tree_.size();
    return follow(node, alternative.suffix().condition) > before;
  }
  std::vector<Expr> key = conditions(slicer_(alternative.clauses()));
  std::ranges::sort(key);
  const auto repeated = std::ranges::unique(key);
  key.erase(repeated.begin(), repeated.end());
  return slices_.insert(std::move(key)).second;
}

std::uint32_t Alternatives::follow(std::uint32_t node, Expr condition) {
  return tree_.try_emplace({node, condition}, static_cast<std::uint32_t>(tree_.size() + 1)).first->second;
}

}  // namespace reenact::concolic
