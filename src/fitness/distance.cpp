#include "fitness/distance.h"

#include <algorithm>
#include <utility>

namespace reenact {

LineDistance::LineDistance(const Function& function, const std::vector<BlockId>& targets,
                           const std::vector<Edge>& edges)
    : targets_(targets) {
  // Breadth-first from the targets over control dependence: level i holds the edges i decisions away.
  const auto dependence = control_dependence(function);
  std::vector<bool> seen(function.blocks.size(), false);
  std::vector<BlockId> frontier = targets;
  for (const BlockId block : frontier) seen[block.index()] = true;
  std::vector<BlockId> deciding;  // of the edges: as if a block lay behind each
  for (const Edge& edge : edges) {
    target_edges_.push_back({edge.block, function.blocks[edge.block.index()].first_edge + edge.successor});
    if (!seen[edge.block.index()]) deciding.push_back(edge.block);
    seen[edge.block.index()] = true;
  }
  std::vector<Decision> first = target_edges_;
  while (!frontier.empty() || !first.empty()) {
    std::vector<Decision> decisions = std::exchange(first, {});
    std::vector<BlockId> next = std::exchange(deciding, {});
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
  return (*this)(coverage, [&](std::uint32_t edge) { return static_cast<double>(coverage.edges[edge]); });
}

const FunctionCoverage* coverage_of(const Observation& run, FunctionId function) {
  for (const FunctionCoverage& each : run.coverage)
    if (each.function == function) return &each;
  return nullptr;
}

bool at_target(const TraceFrame& frame, const TargetFrame& target) {
  const bool is_there =
      frame.function == target.function || std::ranges::find(target.twins, frame.function) != target.twins.end();
  return is_there && (target.line.value == 0 || target.has(frame.line));
}

}  // namespace reenact
