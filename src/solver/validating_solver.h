// Believes no model.
#pragma once

#include <cstdint>

#include "solver/solver.h"

namespace reenact::solver {

/// Evaluates every clause under the model. A model that does not hold is answered as Unknown, naming the clause: a mistake in a
/// translation, or a float whose value the standard leaves open, costs a path and never makes a wrong test.
class ValidatingSolver final : public Solver {
 public:
  ValidatingSolver(const Expressions& expressions, Solver& inner) : expressions_(expressions), inner_(inner) {}
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override;
  [[nodiscard]] std::uint64_t rejected() const { return rejected_; }

 private:
  const Expressions& expressions_;
  Solver& inner_;
  std::uint64_t rejected_ = 0;
};

}  // namespace reenact::solver
