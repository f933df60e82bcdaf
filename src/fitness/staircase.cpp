#include "fitness/staircase.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

namespace reenact {

Staircase::Staircase(const Goal& goal) : goal_(goal), inner_(goal, EvoCrash::Trace::kNearest) {
  std::set<std::pair<FunctionId, Line>> seen;   // recursion: each place is one step
  for (std::size_t i = goal.target.index() + 1; i-- > 0;) {
    const TargetFrame& frame = goal.frames[i];
    if (!seen.emplace(frame.function, frame.line).second) continue;
    steps_.push_back({frame.function, frame.line, LineDistance((*goal.program)[frame.function], frame.blocks)});
  }
}

std::optional<Staircase::Missed> Staircase::first_missed(const Observation& run) const {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const FunctionCoverage* coverage = coverage_of(run, steps_[i].function);
    const double distance = coverage == nullptr ? steps_[i].distance.unreached() : steps_[i].distance(*coverage);
    if (distance > 0) return Missed{i, distance};
  }
  return std::nullopt;
}

double Staircase::evaluate(const Observation& run) {
  if (run.invalid) return worst();
  const bool right_kind = run.raised && kind_matches(goal_, run);
  if (right_kind && trace_matches(goal_, run)) return 0;
  if (const auto missed = first_missed(run)) return static_cast<double>(steps_.size() - missed->step - 1) + phi(missed->distance) + 3;
  if (!right_kind) {
    // Deep recursion is its own progress: the deeper, the nearer to the limit.
    const bool recursive = goal_.report->kind == CrashKind::kStackOverflow || goal_.frames.size() > 8;
    return 3 - (recursive && run.raised ? phi(run.depth / 100.0) * 0.5 : 0);
  }
  return std::min(1.0, inner_.evaluate(run));
}

std::string Staircase::explain(const Observation& run) const {
  if (const auto missed = first_missed(run)) {
    const Step& step = steps_[missed->step];
    const Function& function = (*goal_.program)[step.function];
    const std::string name = plain_name(function.linkage_name);
    if (missed->distance >= step.distance.unreached()) return fmt::format("{} not entered", name);
    return fmt::format("line {}:{} in {} not reached", std::filesystem::path(function.file).filename().string(), step.line.value, name);
  }
  return inner_.explain(run);
}

}  // namespace reenact
