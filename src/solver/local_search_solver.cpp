#include "solver/local_search_solver.h"

#include <utility>

#include "solver/local_search.h"

namespace reenact::solver {

Answer LocalSearchSolver::check(std::span<const Expr> clauses) {
  LocalSearch search(expressions_, clauses);
  auto found = search.from({});
  if (!found) found = search.from(latest_);
  if (found) ++found_;
  Answer answer = found ? Satisfiable{std::move(*found)} : inner_.check(clauses);
  if (const auto* can = std::get_if<Satisfiable>(&answer))
    for (const auto& [symbol, value] : can->model.values) latest_.values.insert_or_assign(symbol, value);
  return answer;
}

}  // namespace reenact::solver
