#include "fitness/weighted_sum.h"

#include <fmt/format.h>

#include "fitness/evocrash.h"

namespace reenact {

WeightedSum::WeightedSum(const Goal& goal) : goal_(goal), line_(goal, goal.target.index()), elements_(goal) {}

double WeightedSum::trace_similarity(const Observation& run, GoalTrace& elements) const {
  // Lines the report does not know, and recursion of another depth, differ in D alone.
  if (trace_matches(goal_, run)) return 0;
  return phi(trace_distance(elements.wanted(), elements.seen(run)));
}

double WeightedSum::evaluate(const Observation& run) {
  if (run.invalid) return worst();
  if (!line_.reached(run)) return 3 * phi(line_.distance(run)) + 2 * 1 + 1;
  const bool thrown = run.raised && kind_matches(goal_, run);
  if (!thrown) return 2 * 1 + 1;
  return trace_similarity(run, elements_);
}

std::string WeightedSum::explain(const Observation& run) const {
  if (!line_.reached(run)) return fmt::format("line {} not reached", line_.place());
  std::string difference;
  if (!run.raised) return fmt::format("line {} reached, nothing raised", line_.place());
  if (!kind_matches(goal_, run, &difference)) return fmt::format("line {} reached, {}", line_.place(), difference);
  if (GoalTrace elements(goal_); trace_similarity(run, elements) > 0)
    return fmt::format("line {} reached, same kind of crash, another trace", line_.place());
  return "the crash";
}

}  // namespace reenact
