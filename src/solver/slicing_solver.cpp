#include "solver/slicing_solver.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace reenact::solver {
namespace {

/// What must hold for all clauses to hold, in their order.
struct Conjuncts {
  Conjuncts(const Expressions& expressions, std::span<const Expr> clauses) {
    for (std::size_t i = 0; i < clauses.size(); ++i) add(expressions, clauses[i], i);
  }

  std::vector<Expr> all;
  std::vector<std::size_t> clause_of;  // by conjunct

 private:
  void add(const Expressions& expressions, Expr condition, std::size_t clause) {
    const symbolic::Node node = expressions[condition];
    if (node.kind() == symbolic::Op::kAnd) {
      add(expressions, node.a(), clause);
      return add(expressions, node.b(), clause);
    }
    all.push_back(condition);
    clause_of.push_back(clause);
  }
};

}  // namespace

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
  const Conjuncts conjuncts(expressions_, clauses);
  for (const auto& part : independent_parts(symbols_, conjuncts.all)) {
    std::vector<Expr> query;
    for (const std::size_t i : part) query.push_back(conjuncts.all[i]);
    Answer answer = inner_.check(query);
    if (auto* unsatisfiable = std::get_if<Unsatisfiable>(&answer)) {
      std::vector<std::size_t>& core = unsatisfiable->core;
      for (std::size_t& i : core) i = conjuncts.clause_of[part[i]];
      core.erase(std::unique(core.begin(), core.end()), core.end());
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
