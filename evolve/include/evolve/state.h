// How far a run has got: what terminations and observers are given, and what a run returns.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "evolve/goal.h"
#include "evolve/individual.h"

namespace evolve {

template <typename I, typename GoalOf>
struct State {
  using Goal = GoalOf;

  Population<I> population;      // best first
  std::uint64_t generation = 0;  // 0 = the initial population
  std::uint64_t evaluations = 0;
  std::uint64_t stagnant = 0;  // generations since the best score last improved (single-objective)
  bool interrupted = false;    // the fitness itself ended the run (Flow::kStop)
  Goal goal{};
  const I* best_so_far = nullptr;

  /// The best individual of the whole run, also when survival has let it die.
  [[nodiscard]] const I& best() const
    requires SingleScore<typename I::Score>
  {
    assert(best_so_far != nullptr);
    return *best_so_far;
  }
  /// Whether the best score is at least as good as this one.
  [[nodiscard]] bool reached(double score) const
    requires SingleScore<typename I::Score>
  {
    return !goal.better(score, best().score);
  }
};

}  // namespace evolve
