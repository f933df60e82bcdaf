// The solvers as the engine uses them.
#pragma once

#include <memory>
#include <ostream>

#include "base/clock.h"
#include "solver/bytes_solver.h"
#include "solver/caching_solver.h"
#include "solver/easy_solver.h"
#include "solver/local_search_solver.h"
#include "solver/logging_solver.h"
#include "solver/range_solver.h"
#include "solver/reads_solver.h"
#include "solver/refining_solver.h"
#include "solver/slicing_solver.h"
#include "solver/validating_solver.h"
#include "solver/z3_solver.h"

namespace reenact::solver {

/// A query goes through: reads, slicing, then each part: easy, caching, validating, ranges, bytes, local search,
/// refining, logging (if a log is given), Z3.
class SolverChain final : public Solver {
 public:
  /// `log` may be null; nothing is owned.
  SolverChain(Expressions& expressions, SolverLimits limits, const Clock& clock, std::ostream* log = nullptr);
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override { return reads_.check(clauses); }
  void prefer(const Assignment& values) override { bytes_.prefer(values); }

  [[nodiscard]] const CachingSolver& caching() const { return caching_; }
  [[nodiscard]] const EasySolver& easy() const { return easy_; }
  [[nodiscard]] const ValidatingSolver& validating() const { return validating_; }

 private:
  Z3Solver z3_;
  std::unique_ptr<LoggingSolver> logging_;
  RefiningSolver refining_;
  LocalSearchSolver local_search_;
  BytesSolver bytes_;
  RangeSolver ranges_;
  ValidatingSolver validating_;
  CachingSolver caching_;
  EasySolver easy_;
  SlicingSolver slicing_;
  ReadsSolver reads_;
};

}  // namespace reenact::solver
