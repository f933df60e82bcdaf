#include "study/tardis_study.h"

#include <algorithm>

#include "base/clock.h"
#include "solver/solver_chain.h"
#include "strategy/concolic/exploration.h"

namespace reenact::study {
namespace {

/// Counts the feasible ones among what is added to another selector.
class CountingSelector final : public concolic::PathSelector {
 public:
  CountingSelector(concolic::PathSelector& inner, solver::Solver& solver) : inner_(inner), solver_(solver) {}

  void add(concolic::Alternative alternative) override {
    if (solver::is_satisfiable(solver_.check(concolic::conditions(alternative.clauses())))) ++feasible_;
    inner_.add(std::move(alternative));
  }
  [[nodiscard]] std::optional<concolic::Alternative> next() override { return inner_.next(); }
  void attempted(const concolic::Alternative& alternative, bool feasible) override {
    inner_.attempted(alternative, feasible);
  }
  void ran(const concolic::PathCondition& path) override { inner_.ran(path); }
  [[nodiscard]] std::size_t pending() const override { return inner_.pending(); }
  [[nodiscard]] std::size_t feasible() const { return feasible_; }

 private:
  concolic::PathSelector& inner_;
  solver::Solver& solver_;
  std::size_t feasible_ = 0;
};

std::vector<TardisPoint> run_once(TardisInputs inputs, const std::string& order, std::uint64_t attempts, Seed seed) {
  const SteadyClock clock;
  symbolic::Expressions expressions;
  solver::SolverChain chain(expressions, {}, clock);
  TardisProgram program(expressions, inputs);
  LegalSolver legal(chain, program.invariant());
  Random random(seed);
  const symbolic::Assignment start = program.random_input(random);
  const auto chosen = concolic::make_selector(order, {}, expressions, random);
  CountingSelector selector(*chosen, legal);
  concolic::PathExplorer explorer(expressions, program, selector, legal,
                                  {.max_attempts = 0, .optimistic = false, .conflicts = false});
  explorer.explore(start);
  std::vector<TardisPoint> points;
  while (points.size() < attempts && explorer.step()) {
    const concolic::ExploreCounts& counts = explorer.counts();
    points.push_back({counts.feasible, counts.attempts - counts.feasible, selector.feasible(), program.has_said_yes()});
  }
  return points;
}

}  // namespace

std::vector<TardisArm> run_tardis(TardisInputs inputs, const TardisStudyOptions& options,
                                  const std::atomic<bool>& interrupted) {
  std::vector<TardisArm> arms{{"knn", {}}, {"fifo", {}}};
  for (unsigned i = 0; i < options.runs && !interrupted; ++i)
    for (TardisArm& arm : arms)
      arm.runs.push_back(run_once(inputs, arm.order, options.attempts, Seed(options.seed.value + i)));
  return arms;
}

TardisPoint when_infeasible(const std::vector<TardisPoint>& run, std::size_t attempts) {
  TardisPoint last;
  for (const TardisPoint& each : run) {
    if (each.infeasible > attempts) break;
    last = each;
  }
  return last;
}

double mean_after(const TardisArm& arm, std::size_t attempts, std::size_t TardisPoint::* count) {
  if (arm.runs.empty() || attempts == 0) return 0;
  double sum = 0;
  for (const auto& run : arm.runs)
    if (!run.empty()) sum += static_cast<double>(run[std::min(attempts, run.size()) - 1].*count);
  return sum / static_cast<double>(arm.runs.size());
}

}  // namespace reenact::study
