// The loop of dynamic symbolic execution: run, negate, select, solve, run again.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "solver/solver.h"
#include "strategy/concolic/alternatives.h"
#include "strategy/concolic/conflicts.h"
#include "strategy/concolic/path_selector.h"
#include "strategy/concolic/solve_alternative.h"

namespace reenact::concolic {

/// What can be run with an input and says what had to hold. In the engine a worker process, in tests a function.
class ConcolicProgram {
 public:
  virtual ~ConcolicProgram() = default;
  /// Symbols without a value in `input` are 0.
  [[nodiscard]] virtual PathCondition run(const symbolic::Assignment& input) = 0;
};

struct ExploreOptions {
  std::uint64_t max_attempts = 10'000;
  Dependence dependence = Dependence::kVariables;  // for solving: objects share invariants, not values
  Same same = Same::kPath;
  bool optimistic = true;  // run the models of optimistic attempts, too
  bool conflicts = true;   // paths out of the selector's turn (conflicts.h); the paper has none
};

struct ExploreCounts {
  std::uint64_t runs = 0;
  std::uint64_t attempts = 0;
  std::uint64_t feasible = 0;    // attempts whose model was run
  std::uint64_t infeasible = 0;  // proved
  std::uint64_t optimistic = 0;
  std::uint64_t unknown = 0;
  std::uint64_t diverged = 0;  // feasible ones whose run did not leave the branch as predicted
};

/// Explores from one input. Invariant: what a model predicts is checked: a feasible attempt counts as diverged where its run does not
/// take the edge of the last clause.
class PathExplorer {
 public:
  /// Nothing is owned.
  PathExplorer(Expressions& expressions, ConcolicProgram& program, PathSelector& selector, solver::Solver& solver,
               ExploreOptions options = {});

  /// Runs the input, then one alternative after the other until none is left or max_attempts are used up.
  void explore(const symbolic::Assignment& start);
  /// One attempt. False: no alternative was left.
  bool step();

  [[nodiscard]] const ExploreCounts& counts() const { return counts_; }
  /// The inputs that took a path no earlier one had.
  [[nodiscard]] const std::vector<symbolic::Assignment>& inputs() const { return inputs_; }
  [[nodiscard]] const std::set<Edge>& covered() const { return covered_; }

 private:
  PathCondition run(symbolic::Assignment input);

  ConcolicProgram& program_;
  PathSelector& selector_;
  solver::Solver& solver_;
  ExploreOptions options_;
  Slicer slicer_;
  Alternatives alternatives_;
  Conflicts conflicts_;
  ExploreCounts counts_;
  std::vector<symbolic::Assignment> runs_;  // inputs by number of the run
  std::vector<symbolic::Assignment> inputs_;
  std::set<std::vector<Expr>> paths_;
  std::set<Edge> covered_;
};

}  // namespace reenact::concolic
