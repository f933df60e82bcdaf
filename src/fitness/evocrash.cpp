#include "fitness/evocrash.h"

#include <fmt/format.h>

#include <filesystem>
#include <span>
#include <vector>

#include "crash/trace_match.h"

namespace reenact {

bool kind_matches(const Goal& goal, const Observation& run, std::string* difference) {
  if (!same_kind(*goal.report, run.kind, run.signal, run.exception_type, run.message, difference)) return false;
  const Access wanted = goal.report->access;
  if (same_access(wanted, run.access)) return true;
  if (difference != nullptr)
    *difference = fmt::format("access differs: {} expected, {} seen", to_string(wanted), to_string(run.access));
  return false;
}

namespace {

auto rules_of(const Goal& goal) {
  return TraceRules{[](const TargetFrame& target, const TraceFrame& frame) { return at_target(frame, target); },
                    [](const TargetFrame& target) { return most_between(target); },
                    [](const TargetFrame& target) { return target.is_variant; },
                    [&goal](const TraceFrame& inner, const TraceFrame& outer) {
                      return are_variants((*goal.program)[inner.function].linkage_name,
                                          (*goal.program)[outer.function].linkage_name);
                    }};
}

}  // namespace

DeedsMissed deeds_missed(const Goal& goal, const Observation& run) {
  const auto missed = [&goal](const std::vector<TargetFrame>& wanted, const Deed& seen) -> std::size_t {
    if (wanted.empty() || !seen.is_known) return 0;
    const std::size_t told = std::min(wanted.size(), kMaxDeedFrames);
    return told - frames_in_order(wanted, seen.frames, told, rules_of(goal));
  };
  return {missed(goal.freed_by, run.freed_by), missed(goal.allocated_by, run.allocated_by)};
}

bool trace_matches(const Goal& goal, const Observation& run) {
  const auto same = rules_of(goal);
  const auto alike = [](const auto& a, const auto& b) { return a.function == b.function && a.line == b.line; };
  if (goal.report->kind == CrashKind::kStackOverflow && goal.frames.size() > 2 &&
      same_cycle(recursion_cycle(goal.frames, alike), recursion_cycle(run.trace, alike), same))
    return true;
  const std::size_t count = goal.target.index() + 1, cut = goal.report->frames_cut;
  if (count <= kShortTrace) return frames_in_order(goal.frames, run.trace, count, same, cut) == count;
  // Of a trace without its middle the innermost frames must do (check/ compares the whole one).
  constexpr std::size_t kInnermost = 6;
  if (run.depth > run.trace.size()) return frames_in_order(goal.frames, run.trace, kInnermost, same, cut) == kInnermost;
  const std::span wanted(goal.frames.data(), count);
  const auto wanted_once = without_recursion(std::vector<TargetFrame>(wanted.begin(), wanted.end()), alike);
  const auto seen_once = without_recursion(run.trace, alike);
  return frames_in_order(wanted_once, seen_once, wanted_once.size(), same, cut) == wanted_once.size();
}

EvoCrash::EvoCrash(const Goal& goal, Trace trace)
    : goal_(goal),
      trace_(trace),
      line_((*goal.program)[goal.frames[goal.target.index()].function], goal.frames[goal.target.index()].blocks),
      elements_(goal) {}

double EvoCrash::line_distance(const Observation& run) const {
  const FunctionCoverage* coverage = coverage_of(run, goal_.frames[goal_.target.index()].function);
  return coverage == nullptr ? line_.unreached() : line_(*coverage);
}

double EvoCrash::distance_of_trace(const Observation& run) {
  if (trace_matches(goal_, run)) return 0;
  const auto wanted = elements_.wanted(), seen = elements_.seen(run);
  const double sum = trace_ == Trace::kNearest ? trace_distance(wanted, seen) : prefix_trace_distance(wanted, seen);
  return std::max(phi(sum), 1e-6);
}

double EvoCrash::evaluate(const Observation& run) {
  if (run.invalid) return worst();
  const double line = line_distance(run);
  if (line > 0) return 3 * phi(line) + 2 + 1;
  if (!run.raised || !kind_matches(goal_, run)) return 2 + 1;
  return distance_of_trace(run);
}

std::string EvoCrash::explain(const Observation& run) const {
  const TargetFrame& target = goal_.frames[goal_.target.index()];
  const std::string place = fmt::format(
      "{}:{}", std::filesystem::path((*goal_.program)[target.function].file).filename().string(), target.line.value);
  const double line = line_distance(run);
  if (line >= line_.unreached())
    return fmt::format("{} not entered", plain_name((*goal_.program)[target.function].linkage_name));
  if (line > 0) return fmt::format("line {} not reached (distance {:.2f})", place, line);
  std::string difference;
  if (!run.raised) return fmt::format("line {} reached, nothing raised", place);
  if (!kind_matches(goal_, run, &difference)) return fmt::format("line {} reached, {}", place, difference);
  return trace_matches(goal_, run) ? "the crash"
                                   : fmt::format("line {} reached, same kind of crash, another trace", place);
}

}  // namespace reenact
