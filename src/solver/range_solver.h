// Proves by bounds that conditions cannot hold, before anything is searched.
#pragma once

#include <cstdint>

#include "solver/solver.h"
#include "symbolic/symbols.h"

namespace reenact::solver {

/// Conditions about one symbol bound it (easy_domain.h); bounds of everything that is computed follow, operation by operation, as in
/// abstract interpretation over intervals. A condition that is false for all values within is unsatisfiable with those about its symbols.
///
///   '0' <= a <= '9', '0' <= b <= '9', 10 * (a - '0') + (b - '0') == 200       the sum is at most 99
///
/// Payoff: that a decimal number of 19 digits is not 2^64 - 1 takes Z3 ten seconds, for it turns the products into clauses.
class RangeSolver final : public Solver {
 public:
  /// Both must outlive it.
  RangeSolver(const Expressions& expressions, Solver& inner)
      : expressions_(expressions), symbols_(expressions), inner_(inner) {}
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override;
  /// Queries answered here.
  [[nodiscard]] std::uint64_t answered() const { return answered_; }

 private:
  const Expressions& expressions_;
  symbolic::SymbolIndex symbols_;
  Solver& inner_;
  std::uint64_t answered_ = 0;
};

}  // namespace reenact::solver
