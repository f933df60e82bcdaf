// The solvers as the engine uses them.
#pragma once

#include <memory>
#include <ostream>

#include "base/clock.h"
#include "solver/caching_solver.h"
#include "solver/easy_solver.h"
#include "solver/logging_solver.h"
#include "solver/slicing_solver.h"
#include "solver/validating_solver.h"
#include "solver/z3_solver.h"

namespace reenact::solver {

/// A query goes through: slicing, then each part: easy, caching, validating, logging (if a log is given), Z3.
class SolverChain final : public Solver {
 public:
  /// `log` may be null; nothing is owned.
  SolverChain(const Expressions& expressions, SolverLimits limits, const Clock& clock, std::ostream* log = nullptr);
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override { return slicing_.check(clauses); }

  [[nodiscard]] const CachingSolver& caching() const { return caching_; }
  [[nodiscard]] const EasySolver& easy() const { return easy_; }
  [[nodiscard]] const ValidatingSolver& validating() const { return validating_; }

 private:
  Z3Solver z3_;
  std::unique_ptr<LoggingSolver> logging_;
  ValidatingSolver validating_;
  CachingSolver caching_;
  EasySolver easy_;
  SlicingSolver slicing_;
};

}  // namespace reenact::solver
