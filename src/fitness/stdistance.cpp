#include "fitness/stdistance.h"

#include <fmt/format.h>

#include <algorithm>

#include "fitness/evocrash.h"

namespace reenact {
namespace {

constexpr std::size_t kContextFrames = 32;  // Observation::context has as many bits

}  // namespace

STDistance::STDistance(const Goal& goal) : goal_(goal) {
  double farthest = 1;
  for (std::size_t i = 0; i <= goal.target.index(); ++i) {
    lines_.emplace_back(goal, i);
    farthest = std::max(farthest, lines_.back().unreached());
  }
  worst_ = static_cast<double>(lines_.size()) - (1 - farthest) + 1;
}

bool STDistance::covers(std::size_t frame, const Observation& run) const {
  const bool in_context = frame >= kContextFrames || (run.context >> frame & 1) != 0;
  return in_context && lines_[frame].reached(run);
}

std::size_t STDistance::common_prefix(const Observation& run) const {
  std::size_t covered = 0;
  while (covered < lines_.size() && covers(lines_.size() - 1 - covered, run)) ++covered;
  return covered;
}

bool STDistance::penalised(const Observation& run, bool all_covered) const {
  if (!run.raised || !kind_matches(goal_, run)) return true;
  return all_covered && !trace_matches(goal_, run);
}

double STDistance::evaluate(const Observation& run) {
  if (run.invalid) return worst();
  const std::size_t covered = common_prefix(run);
  const bool all_covered = covered == lines_.size();
  const double missing = static_cast<double>(lines_.size() - covered);
  const double penalty = penalised(run, all_covered) ? 1 : 0;
  if (all_covered) return penalty;
  const std::size_t first = lines_.size() - 1 - covered;
  const bool in_context = first >= kContextFrames || (run.context >> first & 1) != 0;
  const double distance = in_context ? lines_[first].distance(run) : lines_[first].unreached();
  // Never 0 but for the crash: the line's block may be entered and the line missed.
  return std::max(missing - (1 - distance) + penalty, 1e-9);
}

std::optional<FrameIndex> STDistance::aim(const Observation& run) const {
  const std::size_t covered = common_prefix(run);
  return FrameIndex(covered == lines_.size() ? std::size_t{0} : lines_.size() - 1 - covered);
}

std::string STDistance::explain(const Observation& run) const {
  const std::size_t covered = common_prefix(run);
  if (covered < lines_.size()) return fmt::format("line {} not reached", lines_[lines_.size() - 1 - covered].place());
  std::string difference;
  if (!run.raised) return fmt::format("line {} reached, nothing raised", lines_.front().place());
  if (!kind_matches(goal_, run, &difference))
    return fmt::format("line {} reached, {}", lines_.front().place(), difference);
  if (!trace_matches(goal_, run)) return "all lines reached, same kind of crash, another trace";
  return "the crash";
}

}  // namespace reenact
