#include "strategy/concolic/target_distance.h"

#include <queue>
#include <unordered_set>
#include <utility>

#include "build/cache.h"

namespace reenact::concolic {
namespace {

/// All blocks of a program as nodes of one graph, against the direction of control.
class Blocks {
 public:
  explicit Blocks(const ProgramModel& program) {
    std::size_t count = 0;
    for (const Function& function : program.functions) {
      first_.push_back(count);
      count += function.blocks.size();
    }
    before_.resize(count);
    distance_.assign(count, -1);
  }

  [[nodiscard]] std::size_t node(FunctionId function, BlockId block) const {
    return first_[function.index()] + block.index();
  }
  [[nodiscard]] int distance(std::size_t node) const { return distance_[node]; }
  /// From `from` control may go to `to`.
  void add(std::size_t from, std::size_t to, int weight) { before_[to].emplace_back(from, weight); }
  void start(std::size_t node, int distance) { waiting_.emplace(distance, node); }

  void spread() {
    while (!waiting_.empty()) {
      const auto [distance, node] = waiting_.top();
      waiting_.pop();
      if (distance_[node] >= 0) continue;
      distance_[node] = distance;
      for (const auto& [before, weight] : before_[node])
        if (distance_[before] < 0) waiting_.emplace(distance + weight, before);
    }
  }

 private:
  using Waiting = std::pair<int, std::size_t>;
  std::vector<std::size_t> first_;  // by function
  std::vector<std::vector<std::pair<std::size_t, int>>> before_;
  std::vector<int> distance_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
};

}  // namespace

std::uint64_t branch_of(const Function& function, BlockId block) {
  return hash_of(function.linkage_name) << 32 | block.value;
}

TargetDistance::TargetDistance(const Goal& goal, const CallGraph& graph) {
  const ProgramModel& program = *goal.program;
  Blocks blocks(program);
  struct Call {
    std::size_t from;
    FunctionId callee;
  };
  std::vector<Call> calls;
  for (const Function& function : program.functions) {
    for (std::size_t b = 0; b < function.blocks.size(); ++b)
      for (const BlockId next : function.blocks[b].successors)
        blocks.add(blocks.node(function.id, BlockId(b)), blocks.node(function.id, next), 1);
    for (const CallSite& call : function.calls)
      for (const FunctionId callee : graph.callees_of(call, function)) {
        if (program[callee].blocks.empty()) continue;
        const std::size_t from = blocks.node(function.id, call.block);
        calls.push_back({from, callee});
        blocks.add(from, blocks.node(callee, BlockId(0u)), kCall);
      }
  }
  if (!goal.frames.empty())
    for (const BlockId block : goal.frames.front().blocks)
      blocks.start(blocks.node(goal.frames.front().function, block), 0);
  for (const Question& question : goal.deciders.questions)
    for (const Answer& answer : question.answers) {
      const int distance = question.is_state ? kState : kResult;
      for (const BlockId block : answer.places.blocks) blocks.start(blocks.node(answer.function, block), distance);
      for (const reenact::Edge& edge : answer.places.edges)
        blocks.start(blocks.node(answer.function, edge.block), distance);
    }
  blocks.spread();
  // Back from functions that lead nowhere, one call at a time: each round those become near that are called by what is.
  for (bool any = true; any;) {
    any = false;
    for (const Call& call : calls) {
      if (blocks.distance(call.from) < 0) continue;
      const Function& callee = program[call.callee];
      for (std::size_t b = 0; b < callee.blocks.size(); ++b) {
        const std::size_t node = blocks.node(callee.id, BlockId(b));
        if (!callee.blocks[b].successors.empty() || callee.blocks[b].throws_or_aborts || blocks.distance(node) >= 0)
          continue;
        blocks.start(node, blocks.distance(call.from) + kReturn);
        any = true;
      }
    }
    blocks.spread();
  }
  for (const Function& function : program.functions) {
    std::unordered_set<std::size_t> calls_at;
    for (const CallSite& call : function.calls) calls_at.insert(call.block.index());
    for (std::size_t b = 0; b < function.blocks.size(); ++b) {
      if (function.blocks[b].successors.size() < 2 && !calls_at.contains(b)) continue;
      Place place{blocks.distance(blocks.node(function.id, BlockId(b))), {}};
      for (const BlockId next : function.blocks[b].successors)
        place.of_successors.push_back(blocks.distance(blocks.node(function.id, next)));
      places_.emplace(branch_of(function, BlockId(b)), std::move(place));
    }
  }
}

int TargetDistance::operator()(Edge edge) const {
  const auto found = places_.find(edge.branch);
  if (found == places_.end()) return kUnknownBranch;
  const auto& ways = found->second.of_successors;
  // A branch that the model numbers otherwise (another set of sanitizers): the block's own.
  return edge.successor < ways.size() ? ways[edge.successor] : found->second.distance;
}

}  // namespace reenact::concolic
