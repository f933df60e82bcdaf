#include "solver/validating_solver.h"

#include "symbolic/print.h"

namespace reenact::solver {

Answer ValidatingSolver::check(std::span<const Expr> clauses) {
  Answer answer = inner_.check(clauses);
  const auto* satisfiable = std::get_if<Satisfiable>(&answer);
  if (satisfiable == nullptr) return answer;
  symbolic::Evaluator evaluate(expressions_, satisfiable->model);
  for (const Expr clause : clauses) {
    if (evaluate.holds(clause)) continue;
    ++rejected_;
    return Unknown{"the model that was found does not satisfy " + symbolic::print(expressions_, clause)};
  }
  return answer;
}

}  // namespace reenact::solver
