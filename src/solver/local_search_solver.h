// Looks for a model by changing values, before a solver is asked.
#pragma once

#include <cstdint>

#include "solver/solver.h"

namespace reenact::solver {

/// A local search (local_search.h) from 0 on, and another one from the values that symbols had in the latest models: who goes along a path
/// asks much the same with each step.
///
/// Payoff: most questions of the backward execution have a model, found so in a tenth of the time that Z3 takes to turn 64-bit sums into
/// clauses; and its values are small ones. What it does not find within its steps goes to the inner solver.
class LocalSearchSolver final : public Solver {
 public:
  /// Both must outlive it.
  LocalSearchSolver(const Expressions& expressions, Solver& inner) : expressions_(expressions), inner_(inner) {}
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override;
  [[nodiscard]] std::uint64_t found() const { return found_; }

 private:
  const Expressions& expressions_;
  Solver& inner_;
  Assignment latest_;  // each symbol's value in the latest model that it is in
  std::uint64_t found_ = 0;
};

}  // namespace reenact::solver
