#include "fitness/staircase.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace reenact {
namespace {

bool needs_memory(CrashKind kind) {
  switch (kind) {
    case CrashKind::kUseAfterFree:
    case CrashKind::kDoubleFree:
    case CrashKind::kBadFree:
    case CrashKind::kMismatchedFree:
    case CrashKind::kNegativeSize:
    case CrashKind::kHeapOverflow:
    case CrashKind::kStackBufferOverflow:
    case CrashKind::kGlobalOverflow:
      return true;
    default:
      return false;
  }
}

constexpr std::size_t kMaxFrames = 32;  // Observation::context has as many bits

}  // namespace

void declare(StaircaseOptions& options, OptionVisitor& visitor) {
  visitor.real(
      "--line-without-call", options.line_without_call, {0.001, 0.999},
      "Distance of a test that ran a frame's line, but not the call into the next frame, or that ended just before the "
      "innermost line (staircase)");
  visitor.real("--hang-distance", options.hangs, {0, 0.999}, "Distance added to a test that does not end (staircase)");
  visitor.real("--got-through", options.got_through, {0, 0.999},
               "How much nearer a test without a crash is, where the report is of a memory error (staircase)");
}

Staircase::Staircase(const Goal& goal, const StaircaseOptions& options)
    : goal_(goal),
      options_(options),
      inner_(goal, EvoCrash::Trace::kNearest),
      deciders_(goal.deciders, *goal.program),
      innermost_(goal, 0) {
  for (std::size_t i = 0; i <= goal.target.index() && i < kMaxFrames; ++i)
    lines_.emplace_back((*goal.program)[goal.frames[i].function], goal.frames[i].blocks);
}

std::optional<Staircase::Missed> Staircase::first_missed(const Observation& run) const {
  const auto entered = [&](std::size_t frame) { return (run.context >> frame & 1) != 0; };
  for (std::size_t i = lines_.size(); i-- > 0;) {
    if (!entered(i)) return Missed{i, lines_[i].unreached()};
    if (i > 0 && entered(i - 1)) continue;
    const FunctionCoverage* coverage = coverage_of(run, goal_.frames[i].function);
    const auto measure = [&](std::uint32_t edge) { return deciders_(run, *coverage, edge); };
    const double distance = coverage == nullptr ? lines_[i].unreached() : lines_[i](*coverage, measure);
    if (distance > 0) return Missed{i, distance};
    if (i > 0 && goal_.frames[i - 1].left_out > 0) continue;  // what is called there, the report does not show
    if (i > 0 || !innermost_.reached(run)) return Missed{i, options_.line_without_call};
  }
  return std::nullopt;
}

/// A crash of the right kind in some call that has nothing to do with the report's frames is any other crash.
bool Staircase::shares_a_frame(const Observation& run) const {
  return std::ranges::any_of(run.trace, [&](const TraceFrame& frame) {
    return std::ranges::find(goal_.frames, frame.function, &TargetFrame::function) != goal_.frames.end();
  });
}

double Staircase::evaluate(const Observation& run) {
  if (run.invalid) return worst();
  const bool right_kind = run.raised && kind_matches(goal_, run);
  // Freed or allocated by somebody else it is another crash, but nothing is nearer: less than 1 / 4.
  if (right_kind && trace_matches(goal_, run)) {
    const auto [freed, allocated] = deeds_missed(goal_, run);
    return phi(static_cast<double>(freed + allocated)) / 4;
  }
  if (const auto missed = first_missed(run))
    return static_cast<double>(missed->frame) + phi(missed->distance) + 3 +
           (run.kind == CrashKind::kTimeout ? options_.hangs : 0);
  if (right_kind) return shares_a_frame(run) ? std::min(1.0, inner_.evaluate(run)) : 3;
  if (!run.raised && needs_memory(goal_.report->kind)) return 3 - options_.got_through;
  // Deep recursion is its own progress: the deeper, the nearer to the limit.
  const bool recursive = goal_.report->kind == CrashKind::kStackOverflow || (run.raised && goal_.frames.size() > 8);
  return 3 - (recursive ? phi(run.depth / 100.0) * 0.5 : 0);
}

std::optional<FrameIndex> Staircase::aim(const Observation& run) const {
  const auto missed = first_missed(run);
  return FrameIndex(missed ? missed->frame : std::size_t{0});
}

std::string Staircase::explain(const Observation& run) const {
  if (run.raised && kind_matches(goal_, run) && trace_matches(goal_, run)) {
    const auto [freed, allocated] = deeds_missed(goal_, run);
    constexpr const char* words = "the memory was {} elsewhere: {} of {} frames differ";
    if (freed > 0) return fmt::format(words, "freed", freed, goal_.freed_by.size());
    if (allocated > 0) return fmt::format(words, "allocated", allocated, goal_.allocated_by.size());
  }
  const auto missed = first_missed(run);
  if (!missed) return inner_.explain(run);
  const TargetFrame& frame = goal_.frames[missed->frame];
  const Function& function = (*goal_.program)[frame.function];
  const std::string name = plain_name(function.linkage_name);
  if (missed->distance >= lines_[missed->frame].unreached()) return fmt::format("{} not entered", name);
  const std::string place =
      fmt::format("{}:{}", std::filesystem::path(function.file).filename().string(), frame.line.value);
  const FunctionCoverage* coverage = coverage_of(run, frame.function);
  const bool is_reached = std::ranges::any_of(
      frame.blocks, [&](BlockId block) { return coverage != nullptr && coverage->hits[block.index()] != 0; });
  if (missed->frame == 0 || !is_reached) return fmt::format("line {} in {} not reached", place, name);
  return fmt::format("line {} in {} reached, but {} was not called there", place, name,
                     plain_name((*goal_.program)[goal_.frames[missed->frame - 1].function].linkage_name));
}

}  // namespace reenact
