// All preconditions of one condition of a crash: with few rounds of loops first, then with twice as many, and so on.
//
//   while (*q != 'x') { assert(mult <= max / 16); mult *= 16; --q; }      the assertion fails in the eighth round
//
// The paper goes through a loop's body once. That keeps the first answers cheap, but of this assertion nothing is found. How many rounds it
// takes, nothing says before.
#pragma once

#include <memory>
#include <vector>

#include "strategy/backward/executor.h"

namespace reenact::backward {

class DeeperPaths {
 public:
  static constexpr std::size_t kMostRounds = 32;

  DeeperPaths(const Executor::Shared& shared, const BackwardOptions& options, std::vector<Level> levels, State start);

  /// As Executor::next(). If no path is left, the paths that were given up in loops are gone again with more rounds: all from the beginning, so
  /// what was found before comes again.
  [[nodiscard]] std::optional<Found> next(bool may_deepen, const std::function<bool()>& stop);
  /// With as many rounds as there may be.
  [[nodiscard]] bool is_done() const { return executors_.back()->is_done() && !can_deepen(); }
  /// One for each number of rounds.
  [[nodiscard]] std::vector<const Executor*> executors() const;

 private:
  [[nodiscard]] bool can_deepen() const;
  void begin();

  Executor::Shared shared_;
  BackwardOptions options_;
  std::vector<Level> levels_;
  State start_;
  std::vector<std::unique_ptr<Executor>> executors_;
};

}  // namespace reenact::backward
