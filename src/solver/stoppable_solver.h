// Asks nothing more once it is told to stop.
#pragma once

#include <functional>

#include "solver/solver.h"

namespace reenact::solver {

/// Whoever asks many questions in one step need not look at the clock, nor at whether somebody pressed Ctrl-C: from then on all answers are
/// Unknown, at once. Outside of what remembers answers: nothing is remembered of a question that was not asked.
class StoppableSolver final : public Solver {
 public:
  explicit StoppableSolver(Solver& inner) : inner_(inner) {}
  /// Asked before each question.
  void stop_if(std::function<bool()> stop) { stop_ = std::move(stop); }
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override {
    if (stop_ && stop_()) return Unknown{"the time is over"};
    return inner_.check(clauses);
  }

 private:
  Solver& inner_;
  std::function<bool()> stop_;
};

}  // namespace reenact::solver
