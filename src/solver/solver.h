// Asks whether conditions can hold together. One interface, implemented by Z3 (z3_solver.h) and by decorators of it: each takes another
// solver, does one thing, and hands on what it cannot answer (solver_chain.h puts them together).
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "symbolic/evaluate.h"
#include "symbolic/expressions.h"

namespace reenact::solver {

using symbolic::Assignment;
using symbolic::Expr;
using symbolic::Expressions;

/// ∃ values of all symbols and arrays: clause_1 ∧ … ∧ clause_n; these are such values.
struct Satisfiable {
  Assignment model;
};
/// ∀ values: ¬(clause_i1 ∧ … ∧ clause_ik), where i1 < … < ik are the core: positions in the query. Not necessarily the fewest.
struct Unsatisfiable {
  std::vector<std::size_t> core;
};
/// Nothing is known: a limit was reached, or something is not modelled. Never to be taken for infeasible.
struct Unknown {
  std::string reason;
};
using Answer = std::variant<Satisfiable, Unsatisfiable, Unknown>;

[[nodiscard]] inline bool is_satisfiable(const Answer& answer) { return std::holds_alternative<Satisfiable>(answer); }
[[nodiscard]] inline bool is_unsatisfiable(const Answer& answer) {
  return std::holds_alternative<Unsatisfiable>(answer);
}
[[nodiscard]] inline bool is_unknown(const Answer& answer) { return std::holds_alternative<Unknown>(answer); }

class Solver {
 public:
  virtual ~Solver() = default;
  /// Can all `clauses` hold at once? REQUIRES: each is a condition of the table the solver was made for.
  [[nodiscard]] virtual Answer check(std::span<const Expr> clauses) = 0;
  /// Values that are nearly an answer to what is asked next, such as those of a run whose last condition is to be another: a solver may
  /// try them first.
  virtual void prefer(const Assignment& /*values*/) {}
};

}  // namespace reenact::solver
