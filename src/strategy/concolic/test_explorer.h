// Dynamic symbolic execution of tests: run one, negate a clause of its path, solve, and there is another test.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "run/fork_server.h"
#include "solver/solver.h"
#include "strategy/concolic/alternatives.h"
#include "strategy/concolic/conflicts.h"
#include "strategy/concolic/path_selector.h"
#include "strategy/concolic/read_run.h"
#include "strategy/concolic/solve_alternative.h"
#include "strategy/concolic/test_inputs.h"

namespace reenact::concolic {

/// What became of the paths that were attempted, and what runs could not see.
struct ExplorationCounts {
  std::uint64_t runs = 0;
  std::uint64_t attempts = 0;
  std::uint64_t feasible = 0;                             // solved with their prefix
  std::uint64_t infeasible = 0;                           // proved to contradict it
  std::uint64_t optimistic = 0;                           // the last clause alone was solved
  std::uint64_t unknown = 0;                              // the solver gave up
  std::uint64_t replayed = 0;                             // feasible ones whose test was run
  std::uint64_t diverged = 0;                             // of those: whose run did not leave the branch as predicted
  std::uint64_t stale = 0, unreadable = 0;                // clauses left out (read_run.h)
  std::uint64_t concretised[kReenactConcretisedCount]{};  // values that became concrete, by reason
};

/// A solved path: a test with the statements of its parent and other literals.
struct SolvedTest {
  TestCase test;
  Edge towards;           // the edge it was made to take
  bool feasible = false;  // the solver says that it does; else its prefix may not hold
};

/// A path that no literals of its test can take, as far as the solver knows.
struct UnsolvedPath {
  TestCase test;                // whose run it begins with
  std::vector<Clause> clauses;  // that matter to the last one: its slice
};

class TestExplorer {
 public:
  /// What it works with; must outlive it, and `server` is of the concolic flavour.
  struct Parts {
    ForkServer& server;
    const ApiModel& api;
    Expressions& expressions;
    PathSelector& selector;
    solver::Solver& solver;
    bool conflicts = true;  // paths out of the selector's turn (conflicts.h)
  };
  explicit TestExplorer(Parts parts);

  /// Runs `test` and hands the paths beside its own to the selector. `made_for`: what it was solved for. Errors: the worker is gone.
  [[nodiscard]] Expected<void> add(const TestCase& test, const SolvedTest* made_for = nullptr);
  /// Attempts the next path. None: it has no solution that is known.
  [[nodiscard]] std::optional<SolvedTest> attempt();

  /// What the last attempt() left without a test that takes it for certain, if no run has left its last branch that way: the
  /// first, second, fourth, eighth … such path to each way out of a branch.
  [[nodiscard]] std::optional<UnsolvedPath> take_unsolved();
  /// distance_to_path() of a run of `test`, of which nothing is kept. Errors: the worker is gone.
  [[nodiscard]] Expected<double> distance(const TestCase& test, const UnsolvedPath& path);

  [[nodiscard]] std::size_t pending() const { return parts_.selector.pending(); }
  [[nodiscard]] const ExplorationCounts& counts() const { return counts_; }
  [[nodiscard]] const std::set<Edge>& covered() const { return covered_; }

 private:
  [[nodiscard]] Expected<ReadRun> run(const TestCase& test);
  void count(const ReadRun& run, const Region& region);
  [[nodiscard]] Alternatives& alternatives_of(const TestCase& test);

  Parts parts_;
  TestInputs inputs_;
  Slicer slicer_;
  /// By shape of the test: equal conditions of others lead elsewhere.
  std::unordered_map<std::uint64_t, std::unique_ptr<Alternatives>> alternatives_;
  Conflicts conflicts_;
  std::vector<TestCase> runs_;
  std::set<Edge> covered_;
  std::optional<UnsolvedPath> unsolved_;
  std::map<Edge, std::uint64_t> times_unsolved_;
  ExplorationCounts counts_;
};

}  // namespace reenact::concolic
