#include "strategy/concolic/solve_alternative.h"

namespace reenact::concolic {

Attempt solve(const Alternative& alternative, Slicer& slicer, solver::Solver& solver) {
  Attempt result;
  const std::vector<Expr> slice = conditions(slicer(alternative.clauses()));
  solver::Answer answer = solver.check(slice);
  if (auto* found = std::get_if<solver::Satisfiable>(&answer)) {
    result.verdict = Verdict::kFeasible;
    result.model = std::move(found->model);
    return result;
  }
  result.path_infeasible = is_unsatisfiable(answer);
  if (const auto* unknown = std::get_if<solver::Unknown>(&answer)) result.reason = unknown->reason;
  if (slice.size() > 1) {
    solver::Answer alone = solver.check(std::span(&slice.back(), 1));
    if (auto* found = std::get_if<solver::Satisfiable>(&alone)) {
      result.verdict = Verdict::kOptimistic;
      result.model = std::move(found->model);
      return result;
    }
  }
  result.verdict = result.path_infeasible ? Verdict::kInfeasible : Verdict::kUnknown;
  return result;
}

symbolic::Assignment changed(symbolic::Assignment base, const symbolic::Assignment& model) {
  for (const auto& [symbol, value] : model.values) base.values.insert_or_assign(symbol, value);
  for (const auto& [symbol, value] : model.arrays) base.arrays.insert_or_assign(symbol, value);
  return base;
}

}  // namespace reenact::concolic
