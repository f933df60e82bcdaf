// Z3 behind the interface.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "solver/solver.h"

namespace reenact::solver {

/// What one query may cost; then the answer is Unknown.
struct SolverLimits {
  std::chrono::milliseconds time{2000};
  std::uint32_t memory_mb = 1024;
  /// Z3's count of its own steps: the same on every machine, as repeatable runs need it. 0: no such limit.
  std::uint32_t steps = 0;
  /// Expressions in a question; with more the answer is Unknown at once. What Z3 does before it counts steps takes ten seconds for 20,000.
  /// 0: no such limit.
  std::size_t expressions = 0;
  /// Of questions about bits alone: by Z3's solver that puts single bits in the place of words at once, else by its general one. Which is
  /// better depends on who asks (docs/ideas/solver.md).
  bool in_single_bits = true;
};

/// Answers everything that is modelled, forgets nothing it translated but starts anew when that gets big. Its memory is not shared
/// with other solvers: one a thread.
class Z3Solver final : public Solver {
 public:
  explicit Z3Solver(const Expressions& expressions, SolverLimits limits = {});
  ~Z3Solver() override;
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override;

 private:
  struct Session;  // a context of Z3's, and what was translated for it
  const Expressions& expressions_;
  SolverLimits limits_;
  std::unique_ptr<Session> session_;
};

}  // namespace reenact::solver
