#include "solver/logging_solver.h"

#include <fmt/format.h>

#include "solver/smtlib.h"

namespace reenact::solver {
namespace {

std::string said(const Answer& answer) {
  if (const auto* unsatisfiable = std::get_if<Unsatisfiable>(&answer)) {
    std::string text = "unsat, core:";
    for (const std::size_t i : unsatisfiable->core) text += fmt::format(" {}", i);
    return text;
  }
  if (const auto* unknown = std::get_if<Unknown>(&answer)) return "unknown, " + unknown->reason;
  return "sat";
}

}  // namespace

Answer LoggingSolver::check(std::span<const Expr> clauses) {
  const Clock::Duration start = clock_.now();
  Answer answer = inner_.check(clauses);
  const auto spent = std::chrono::duration<double, std::milli>(clock_.now() - start);
  log_ << fmt::format("; query {}: {}, {:.3f} ms\n", queries_++, said(answer), spent.count())
       << to_smtlib(expressions_, clauses) << '\n';
  return answer;
}

}  // namespace reenact::solver
