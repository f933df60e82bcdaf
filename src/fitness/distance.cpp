#include "fitness/distance.h"

#include <algorithm>
#include <limits>

#include "crash/match.h"

namespace reenact {

LineDistance::LineDistance(const Function& function, const std::vector<BlockId>& targets) : targets_(targets) {
  // Breadth-first from the targets over control dependence: level i holds the edges i decisions away.
  const auto dependence = control_dependence(function);
  std::vector<bool> seen(function.blocks.size(), false);
  std::vector<BlockId> frontier = targets;
  for (const BlockId block : frontier) seen[block.index()] = true;
  while (!frontier.empty()) {
    std::vector<Decision> decisions;
    std::vector<BlockId> next;
    for (const BlockId block : frontier)
      for (const Edge& edge : dependence[block.index()]) {
        decisions.push_back({edge.block, function.blocks[edge.block.index()].first_edge + edge.successor});
        if (seen[edge.block.index()]) continue;
        seen[edge.block.index()] = true;
        next.push_back(edge.block);
      }
    if (decisions.empty()) break;
    levels_.push_back(std::move(decisions));
    frontier = std::move(next);
  }
}

double LineDistance::operator()(const FunctionCoverage& coverage) const {
  for (const BlockId block : targets_)
    if (coverage.hits[block.index()] != 0) return 0;
  if (coverage.hits.empty() || coverage.hits[0] == 0) return unreached();
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    double least = std::numeric_limits<double>::infinity();
    bool executed = false;
    for (const Decision& decision : levels_[level]) {
      if (coverage.hits[decision.block.index()] == 0) continue;
      executed = true;
      // An edge with distance 0 was taken, yet the target was not reached: something behind it (a call that threw).
      // The subject can write there: what is no distance (NaN, negative) counts as one of 0.
      least = std::min(least, std::max(0.0, static_cast<double>(coverage.edges[decision.edge])));
    }
    if (executed) return static_cast<double>(level) + std::max(phi(least), 1e-9);
  }
  return static_cast<double>(levels_.size());
}

const FunctionCoverage* coverage_of(const Observation& run, FunctionId function) {
  for (const FunctionCoverage& each : run.coverage)
    if (each.function == function) return &each;
  return nullptr;
}

bool at_target(const TraceFrame& frame, const TargetFrame& target) {
  const bool is_there =
      frame.function == target.function || std::ranges::find(target.twins, frame.function) != target.twins.end();
  return is_there && (target.line.value == 0 || frame.line == target.line);
}

}  // namespace reenact
