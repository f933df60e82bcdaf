// A model found by changing values.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "solver/solver.h"

namespace reenact::solver {

/// Propagation-based local search (Niemetz, Preiner and Biere, "Precise and Complete Propagation Based Local Search for Satisfiability
/// Modulo Theories", CAV 2016): all symbols have some value; while a condition does not hold, one is taken, what it wants is handed down,
/// operation by operation, to a symbol, and the symbol gets that value.
///
///   x + 2 == y, y < 10       x = 0, y = 0:  x + 2 == y does not hold;  y <- 2:  all hold
///
/// Only what hangs on a changed symbol is computed again.
class LocalSearch {
 public:
  /// `expressions` must outlive it.
  LocalSearch(const Expressions& expressions, std::span<const Expr> clauses);
  ~LocalSearch();
  LocalSearch(const LocalSearch&) = delete;
  LocalSearch& operator=(const LocalSearch&) = delete;

  /// A model, searched for from these values on (a symbol that has none: 0). None: there was none within the steps that it takes, or there
  /// is something in the conditions that cannot be searched, such as an unknown array.
  [[nodiscard]] std::optional<Assignment> from(const Assignment& start);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace reenact::solver
