// Answers questions about characters by giving them values, one after the other.
#pragma once

#include <cstdint>

#include "solver/solver.h"

namespace reenact::solver {

/// Backtracking over symbols of at most 8 bits, in the order in which they were made (the program read them in it):
///   - conditions about one symbol leave it fewer values;
///   - a condition is checked as soon as all its symbols have values;
///   - bounds of what is computed cut off values with which a condition about symbols still to come cannot hold (range.h);
///   - where no value is left, the latest symbol with a part in that is changed, not the one before (conflict-directed backjumping: Prosser,
///     "Hybrid Algorithms for the Constraint Satisfaction Problem", 1993).
///
///   '0' <= a <= '9', '0' <= b <= '9', 10 * (a - '0') + (b - '0') == 42      a = '0' … '3': at most 39;  a = '4', b = '2'
///
/// Payoff: what a generated scanner does with a character is dozens of reads of its tables, and a decimal number a product for each digit.
/// Z3 makes single bits of both, and gives up on two characters after 100 ms; trying 256 values of each takes one.
///
/// Exact: what it calls unsatisfiable is. What takes it too long, has wider symbols, floats or unknown memory goes to the inner solver.
class BytesSolver final : public Solver {
 public:
  /// Both must outlive it.
  BytesSolver(const Expressions& expressions, Solver& inner) : expressions_(expressions), inner_(inner) {}
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override;
  /// Values to try first.
  void prefer(const Assignment& values) override { preferred_ = values; }
  /// Queries answered here.
  [[nodiscard]] std::uint64_t answered() const { return answered_; }

 private:
  const Expressions& expressions_;
  Solver& inner_;
  Assignment preferred_;
  std::uint64_t answered_ = 0;
};

}  // namespace reenact::solver
