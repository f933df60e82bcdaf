#include "solver/caching_solver.h"

#include <algorithm>

namespace reenact::solver {
namespace {

/// Models tried for a query; more cost more than they save.
constexpr std::size_t kModelsPerSymbol = 8;

bool satisfies(const Expressions& expressions, const Assignment& model, std::span<const Expr> clauses) {
  symbolic::Evaluator evaluate(expressions, model);
  return std::ranges::all_of(clauses, [&](Expr clause) { return evaluate.holds(clause); });
}

/// Of a model for other clauses, what these are about: the rest is another part's business.
Assignment restricted(const Assignment& model, std::span<const Expr> clauses, symbolic::SymbolIndex& symbols) {
  Assignment result;
  for (const Expr clause : clauses) {
    for (const symbolic::SymbolId symbol : symbols.of(clause)) {
      if (const auto value = model.values.find(symbol); value != model.values.end()) result.values.insert(*value);
      if (const auto array = model.arrays.find(symbol); array != model.arrays.end()) result.arrays.insert(*array);
    }
  }
  return result;
}

}  // namespace

Answer CachingSolver::check(std::span<const Expr> clauses) {
  std::vector<Expr> key(clauses.begin(), clauses.end());
  std::ranges::sort(key);
  const auto repeated = std::ranges::unique(key);
  key.erase(repeated.begin(), repeated.end());
  if (auto answer = known(clauses, key)) return std::move(*answer);
  ++counts_.asked;
  Answer answer = inner_.check(clauses);
  remember(clauses, std::move(key), answer);
  return answer;
}

std::optional<Answer> CachingSolver::known(std::span<const Expr> clauses, const std::vector<Expr>& key) {
  if (const auto same = answers_.find(key); same != answers_.end()) {
    ++counts_.same;
    return Satisfiable{same->second};
  }
  if (auto core = known_core(clauses)) {
    ++counts_.by_core;
    return std::move(*core);
  }
  if (const Assignment* model = known_model(clauses)) {
    ++counts_.by_model;
    return Satisfiable{restricted(*model, clauses, symbols_)};
  }
  if (const auto hard = too_hard_.find(key); hard != too_hard_.end()) {
    ++counts_.too_hard;
    return Unknown{hard->second};
  }
  return std::nullopt;
}

std::optional<Unsatisfiable> CachingSolver::known_core(std::span<const Expr> clauses) const {
  std::unordered_map<std::size_t, std::vector<std::size_t>> found;  // positions, by core
  std::unordered_map<Expr, bool> counted;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    if (!counted.try_emplace(clauses[i], true).second) continue;
    const auto with = cores_with_.find(clauses[i]);
    if (with == cores_with_.end()) continue;
    for (const std::size_t core : with->second) {
      auto& positions = found[core];
      positions.push_back(i);
      if (positions.size() == cores_[core].size()) return Unsatisfiable{positions};
    }
  }
  return std::nullopt;
}

const Assignment* CachingSolver::known_model(std::span<const Expr> clauses) {
  for (const Expr clause : clauses) {
    const auto& about = symbols_.of(clause);
    if (about.empty()) continue;
    const auto models = models_about_.find(about.front());
    if (models == models_about_.end()) return nullptr;
    const auto fits = std::ranges::find_if(
        models->second, [&](const Assignment& model) { return satisfies(expressions_, model, clauses); });
    return fits == models->second.end() ? nullptr : &*fits;
  }
  return nullptr;
}

void CachingSolver::remember(std::span<const Expr> clauses, std::vector<Expr> key, const Answer& answer) {
  if (const auto* satisfiable = std::get_if<Satisfiable>(&answer)) {
    for (const auto& [symbol, value] : satisfiable->model.values) {
      auto& models = models_about_[symbol];
      models.push_front(satisfiable->model);
      if (models.size() > kModelsPerSymbol) models.pop_back();
    }
    answers_.insert_or_assign(std::move(key), satisfiable->model);
  } else if (const auto* unsatisfiable = std::get_if<Unsatisfiable>(&answer)) {
    std::vector<Expr> core;
    for (const std::size_t i : unsatisfiable->core) core.push_back(clauses[i]);
    std::ranges::sort(core);
    const auto repeated = std::ranges::unique(core);
    core.erase(repeated.begin(), repeated.end());
    for (const Expr clause : core) cores_with_[clause].push_back(cores_.size());
    cores_.push_back(std::move(core));
  } else {
    too_hard_.insert_or_assign(std::move(key), std::get<Unknown>(answer).reason);
  }
}

}  // namespace reenact::solver
