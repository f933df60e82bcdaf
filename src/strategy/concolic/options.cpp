#include "strategy/concolic/options.h"

namespace reenact {

void declare(ConcolicOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("Solving paths", {"concolic"});
  visitor.choice(
      "--paths", options.paths, {"nearest", "generational", "knn", "fifo", "shortest"},
      "Which path to solve next: nearest: whose branch is nearest to the crash; generational: of the run that "
      "brought most that is new; knn: as Tardis' paper, by likeness to what was solved; fifo: the oldest; "
      "shortest: the one with the fewest conditions");
  visitor.toggle(
      "conflicts", options.conflicts,
      "Where a wanted path is impossible, first change the branches that make it so (not with --paths knn and fifo)");
  visitor.number(
      "--paths-after", options.paths_after, {0, 1'000'000'000},
      "Tests after which paths are solved, beside other strategies; 0: when a sixth of the budget is spent (in "
      "explore at once). "
      "The build this needs is made beside the search");
  visitor.number("--path-cost", options.path_cost, {0, 1'000'000},
                 "Tests that a solved path counts as when strategies take turns; 0: as many as take as long (10 with "
                 "--max-executions, and in explore)");
  visitor.toggle("short-seeds", options.short_seeds,
                 "Paths of a test are first solved without the calls that do not bring it nearer to the crash");
  visitor.number("--seed-attempts", options.seed_attempts, {1, 1'000'000},
                 "Paths tried without a better test until another test is begun with");
  visitor.number("--stale-attempts", options.stale_attempts, {1, 1'000'000},
                 "Paths tried without a test that takes a branch as none did before, until another test is begun with");
  visitor.number("--text-size", options.text_size, {0, 4096},
                 "Texts are also tried with zeros behind them up to so many characters, so that they can grow");
  visitor.number("--solver-steps", options.solver_steps, {1, 1'000'000'000},
                 "Steps of the solver's own count after which a path is given up");
  visitor.number(
      "--path-tests", options.path_tests, {0, 1'000'000},
      "Tests of other calls and literals tried where the solver has none for a path to a new branch; 0: none");
}

}  // namespace reenact
