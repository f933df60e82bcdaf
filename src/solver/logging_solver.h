// Writes down what is asked.
#pragma once

#include <chrono>
#include <cstdint>
#include <ostream>

#include "base/clock.h"
#include "solver/solver.h"

namespace reenact::solver {

/// Each query as SMT-LIB 2, which any solver reads, with the answer and how long it took as a comment before it.
class LoggingSolver final : public Solver {
 public:
  /// `log` gets the text; it and `clock` are not owned.
  LoggingSolver(const Expressions& expressions, Solver& inner, const Clock& clock, std::ostream& log)
      : expressions_(expressions), inner_(inner), clock_(clock), log_(log) {}
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override;

 private:
  const Expressions& expressions_;
  Solver& inner_;
  const Clock& clock_;
  std::ostream& log_;
  std::uint64_t queries_ = 0;
};

}  // namespace reenact::solver
