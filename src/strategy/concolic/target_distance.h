// How far a way out of a branch is from the crash, as far as the program's text goes.
#pragma once

#include <unordered_map>
#include <vector>

#include "goal/goal.h"
#include "program/call_graph.h"
#include "strategy/concolic/path_selector.h"

namespace reenact::concolic {

/// Counts blocks along the shortest way to the blocks of the goal's innermost frame, through calls (each kCall). Where a decider gives its
/// answer (goal/deciders.h), another call may go on: a result as asked is as near as kResult, a field kState. From a function that
/// leads to none of these the way goes back to whoever calls it (kReturn): `if (is_valid(text)) crash();` is near in is_valid(), too. By
/// whom it was called is not known, so what everybody calls is as near as its nearest caller.
class TargetDistance {
 public:
  /// Nothing is kept.
  TargetDistance(const Goal& goal, const CallGraph& graph);
  /// From behind the edge, of kAnySuccessor from its block, which has several or calls something; kNoWay, or kUnknownBranch.
  [[nodiscard]] int operator()(Edge edge) const;

 private:
  static constexpr int kCall = 2, kReturn = 20, kResult = 10, kState = 50;
  struct Place {
    int distance = kNoWay;           // of the block
    std::vector<int> of_successors;  // by successor
  };
  std::unordered_map<std::uint64_t, Place> places_;  // by Edge::branch
};

/// Edge::branch of a block: what the concolic pass writes (pass/concolic/labels.cpp).
[[nodiscard]] std::uint64_t branch_of(const Function& function, BlockId block);

}  // namespace reenact::concolic
