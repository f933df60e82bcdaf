#include "strategy/concolic/path_explorer.h"

#include <algorithm>
#include <utility>

namespace reenact::concolic {

PathExplorer::PathExplorer(Expressions& expressions, ConcolicProgram& program, PathSelector& selector,
                           solver::Solver& solver, ExploreOptions options)
    : program_(program),
      selector_(selector),
      solver_(solver),
      options_(options),
      slicer_(expressions, options.dependence),
      alternatives_(expressions, slicer_, options.same),
      conflicts_(expressions, options.conflicts) {}

void PathExplorer::explore(const symbolic::Assignment& start) {
  run(start);
  while (counts_.attempts < options_.max_attempts && step()) {
  }
}

PathCondition PathExplorer::run(symbolic::Assignment input) {
  const PathCondition path = program_.run(input);
  const std::uint64_t number = counts_.runs++;
  for (const Clause& clause : path) covered_.insert(clause.edge);
  runs_.push_back(std::move(input));
  if (paths_.insert(conditions(path)).second) {
    inputs_.push_back(runs_.back());
    selector_.ran(path);
    std::vector<Alternative> alternatives = alternatives_.of(path, number);
    conflicts_.ran(path, alternatives);
    for (Alternative& each : alternatives) selector_.add(std::move(each));
  }
  return path;
}

bool PathExplorer::step() {
  const auto alternative = conflicts_.next(selector_);
  if (!alternative) return false;
  ++counts_.attempts;
  const Attempt attempt = solve(*alternative, runs_[alternative->parent()], slicer_, solver_);
  counts_.infeasible += attempt.path_infeasible ? 1 : 0;
  if (attempt.path_infeasible) conflicts_.infeasible(*alternative, attempt.core);
  counts_.unknown += attempt.verdict == Verdict::kUnknown ? 1 : 0;
  if (attempt.verdict == Verdict::kFeasible) {
    ++counts_.feasible;
    const PathCondition path = run(changed(runs_[alternative->parent()], attempt.model));
    const bool as_predicted =
        std::ranges::any_of(path, [&](const Clause& clause) { return clause.edge == alternative->suffix().edge; });
    counts_.diverged += as_predicted ? 0 : 1;
  } else if (attempt.verdict == Verdict::kOptimistic) {
    ++counts_.optimistic;
    if (options_.optimistic) run(changed(runs_[alternative->parent()], attempt.model));
  }
  selector_.attempted(*alternative, attempt.verdict == Verdict::kFeasible);
  return true;
}

}  // namespace reenact::concolic
