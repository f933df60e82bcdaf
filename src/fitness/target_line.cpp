#include "fitness/target_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "crash/match.h"

namespace reenact {

bool left_block(const Function& function, const FunctionCoverage& coverage, const Observation& run, BlockId block) {
  const Block& entered = function.blocks[block.index()];
  if (!entered.successors.empty())
    return std::ranges::any_of(entered.successors, [&](BlockId next) { return coverage.hits[next.index()] != 0; });
  return !run.raised || std::ranges::find(entered.lines, coverage.stopped) == entered.lines.end();
}

TargetLine::TargetLine(const Goal& goal, std::size_t frame)
    : function_((*goal.program)[goal.frames[frame].function]),
      target_(goal.frames[frame]),
      distance_(function_, target_.blocks) {}

double TargetLine::distance(const Observation& run) const {
  const FunctionCoverage* coverage = coverage_of(run, target_.function);
  return coverage == nullptr ? unreached() : distance_(*coverage);
}

bool TargetLine::reached(const Observation& run) const {
  const FunctionCoverage* coverage = coverage_of(run, target_.function);
  if (coverage == nullptr) return false;
  return std::ranges::any_of(target_.blocks, [&](BlockId block) {
    if (coverage->hits[block.index()] == 0) return false;
    if (left_block(function_, *coverage, run, block)) return true;
    const auto& lines = function_.blocks[block.index()].lines;
    // A line that is none of the block's says nothing about where it was stopped: then the block counts as one.
    const auto stopped = std::ranges::find(lines, coverage->stopped);
    return stopped == lines.end() ||
           stopped >= std::ranges::find_if(lines, [&](Line line) { return target_.has(line); });
  });
}

std::string TargetLine::place() const {
  return fmt::format("{}:{} in {}", std::filesystem::path(function_.file).filename().string(), target_.line.value,
                     plain_name(function_.linkage_name));
}

}  // namespace reenact
