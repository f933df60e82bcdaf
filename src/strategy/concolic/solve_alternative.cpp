#include "strategy/concolic/solve_alternative.h"

#include <span>
#include <vector>

namespace reenact::concolic {
namespace {

/// Those that are no pins.
std::vector<Expr> without_pins(const std::vector<Clause>& slice) {
  std::vector<Expr> result;
  for (const Clause& each : slice)
    if (!each.is_pin) result.push_back(each.condition);
  return result;
}

bool solves(std::span<const Expr> clauses, solver::Solver& solver, Attempt& result) {
  solver::Answer answer = solver.check(clauses);
  auto* found = std::get_if<solver::Satisfiable>(&answer);
  if (found == nullptr) return false;
  result.verdict = Verdict::kOptimistic;
  result.model = std::move(found->model);
  return true;
}

}  // namespace

Attempt solve(const Alternative& alternative, const symbolic::Assignment& run, Slicer& slicer, solver::Solver& solver) {
  Attempt result;
  solver.prefer(run);
  const std::vector<Clause> clauses = slicer(alternative.clauses());
  const std::vector<Expr> slice = conditions(clauses);
  solver::Answer answer = solver.check(slice);
  if (auto* found = std::get_if<solver::Satisfiable>(&answer)) {
    result.verdict = Verdict::kFeasible;
    result.model = std::move(found->model);
    return result;
  }
  if (const auto* proof = std::get_if<solver::Unsatisfiable>(&answer)) {
    result.path_infeasible = true;
    for (const std::size_t i : proof->core) result.core.push_back(slice[i]);
  }
  if (const auto* unknown = std::get_if<solver::Unknown>(&answer)) result.reason = unknown->reason;
  const std::vector<Expr> unpinned = without_pins(clauses);
  if (unpinned.size() < slice.size() && solves(unpinned, solver, result)) return result;
  solver.prefer({});
  if (slice.size() > 1 && solves(std::span(&slice.back(), 1), solver, result)) return result;
  result.verdict = result.path_infeasible ? Verdict::kInfeasible : Verdict::kUnknown;
  return result;
}

symbolic::Assignment changed(symbolic::Assignment base, const symbolic::Assignment& model) {
  for (const auto& [symbol, value] : model.values) base.values.insert_or_assign(symbol, value);
  for (const auto& [symbol, value] : model.arrays) base.arrays.insert_or_assign(symbol, value);
  return base;
}

}  // namespace reenact::concolic
