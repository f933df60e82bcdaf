#include "solver/slicing_solver.h"

#include <numeric>
#include <unordered_map>

namespace reenact::solver {

std::vector<std::vector<std::size_t>> independent_parts(symbolic::SymbolIndex& symbols, std::span<const Expr> clauses) {
  std::vector<std::size_t> parent(clauses.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  std::unordered_map<symbolic::SymbolId, std::size_t> first_with;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    for (const symbolic::SymbolId symbol : symbols.of(clauses[i])) {
      const auto [known, is_new] = first_with.try_emplace(symbol, i);
      if (is_new) continue;
      const std::size_t a = root(known->second);
      const std::size_t b = root(i);
      // The root is the first clause of its part.
      parent[std::max(a, b)] = std::min(a, b);
    }
  }
  std::vector<std::vector<std::size_t>> parts;
  std::unordered_map<std::size_t, std::size_t> part_of;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const auto [known, is_new] = part_of.try_emplace(root(i), parts.size());
    if (is_new) parts.emplace_back();
    parts[known->second].push_back(i);
  }
  return parts;
}

Answer SlicingSolver::check(std::span<const Expr> clauses) {
  Satisfiable whole;
  std::string unknown;
  for (const auto& part : independent_parts(symbols_, clauses)) {
    std::vector<Expr> query;
    for (const std::size_t i : part) query.push_back(clauses[i]);
    Answer answer = inner_.check(query);
    if (auto* unsatisfiable = std::get_if<Unsatisfiable>(&answer)) {
      for (std::size_t& i : unsatisfiable->core) i = part[i];
      return answer;
    }
    if (auto* satisfiable = std::get_if<Satisfiable>(&answer)) {
      whole.model.values.merge(satisfiable->model.values);
      whole.model.arrays.merge(satisfiable->model.arrays);
    } else if (unknown.empty()) {
      // Another part may still be one that cannot hold.
      unknown = std::get<Unknown>(answer).reason;
    }
  }
  if (!unknown.empty()) return Unknown{unknown};
  return whole;
}

}  // namespace reenact::solver
