#include "fitness/goal_trace.h"

namespace reenact {

GoalTrace::GoalTrace(const Goal& goal) : program_(*goal.program), known_(goal.program->functions.size()) {
  for (std::size_t i = 0; i <= goal.target.index(); ++i) {
    wanted_.push_back(element_of(goal.frames[i].function));
    wanted_.back().line = goal.frames[i].line;
  }
}

const TraceElement& GoalTrace::element_of(FunctionId function) {
  TraceElement& known = known_[function.index()];
  if (known.method.empty()) {
    Frame written;
    written.function = program_[function].linkage_name;
    written.file = program_[function].file;
    known = trace_element(written);
  }
  return known;
}

std::span<const TraceElement> GoalTrace::seen(const Observation& run) {
  if (seen_.size() < run.trace.size()) seen_.resize(run.trace.size());  // never smaller: texts keep their memory
  for (std::size_t i = 0; i < run.trace.size(); ++i) {
    seen_[i] = element_of(run.trace[i].function);
    seen_[i].line = run.trace[i].line;
  }
  return std::span(seen_).first(run.trace.size());
}

}  // namespace reenact
