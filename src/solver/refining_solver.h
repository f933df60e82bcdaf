// Asks without the conditions that rarely matter, and adds those that turn out to.
#pragma once

#include <cstdint>

#include "solver/solver.h"

namespace reenact::solver {

/// Conditions that are alternatives (`p != q || a == b`) are left out at first. A model that breaks some of them is repaired by local search; if
/// that does not do it, these are added and it is asked again. What is unsatisfiable without them is so with them (lemmas on demand, as
/// in Brummayer and Biere, "Lemmas on Demand for the Extensional Theory of Arrays", 2009).
///
///   a == 1, b == 2, (p != q || a == b)       a = 1, b = 2, p = q = 0 breaks the last one;  p <- 1
///
/// Payoff: that elements of memory at equal places are equal takes a condition for each two of them, and hardly any decides anything.
class RefiningSolver final : public Solver {
 public:
  /// Both must outlive it.
  RefiningSolver(const Expressions& expressions, Solver& inner) : expressions_(expressions), inner_(inner) {}
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override;

 private:
  const Expressions& expressions_;
  Solver& inner_;
};

}  // namespace reenact::solver
