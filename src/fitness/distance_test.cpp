#include "fitness/distance.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/random.h"

namespace reenact {
namespace {

Function graph(const std::vector<std::vector<unsigned>>& successors) {
  Function function;
  for (const auto& each : successors) {
    Block block;
    for (const unsigned next : each) block.successors.emplace_back(next);
    if (each.size() >= 2) {
      block.first_edge = function.edge_count;
      function.edge_count += static_cast<std::uint32_t>(each.size());
    }
    function.blocks.push_back(block);
  }
  return function;
}

//   0 -> 1, 4;  1 -> 2, 3;  2 -> 4;  3 -> 4;  4 -> end.   if (a) { if (b) 2 else 3 } 4
TEST(ControlDependence, OfNestedIfs) {
  const auto dependence = control_dependence(graph({{1, 4}, {2, 3}, {4}, {4}, {}}));
  EXPECT_EQ(dependence[1], (std::vector<Edge>{{BlockId(0u), 0}}));
  EXPECT_EQ(dependence[2], (std::vector<Edge>{{BlockId(1u), 0}}));
  EXPECT_EQ(dependence[3], (std::vector<Edge>{{BlockId(1u), 1}}));
  EXPECT_TRUE(dependence[4].empty());
}

TEST(LineDistance, IsApproachLevelPlusNormalisedBranchDistance) {
  const Function function = graph({{1, 4}, {2, 3}, {4}, {4}, {}});
  const LineDistance distance(function, {BlockId(2u)});
  constexpr float kNever = std::numeric_limits<float>::infinity();
  const std::vector<std::uint8_t> outer{1, 0, 0, 0, 1}, inner{1, 1, 0, 1, 1}, there{1, 1, 1, 0, 1},
      nowhere{0, 0, 0, 0, 0};
  const std::vector<float> far{3, 0, kNever, kNever}, near{0, 5, 1, 0};
  EXPECT_DOUBLE_EQ(distance({FunctionId(), outer, far}), 1 + 0.75);  // one more decision behind; phi(3)
  EXPECT_DOUBLE_EQ(distance({FunctionId(), inner, near}), 0.5);      // phi(1)
  EXPECT_DOUBLE_EQ(distance({FunctionId(), there, near}), 0);
  EXPECT_DOUBLE_EQ(distance({FunctionId(), nowhere, far}), 3);
}

/// b post-dominates a iff every path from a to an end passes b: search for a path that avoids b.
bool post_dominates(const Function& function, std::size_t b, std::size_t a) {
  if (a == b) return true;
  std::vector<bool> seen(function.blocks.size());
  std::vector<std::size_t> work{a};
  while (!work.empty()) {
    const std::size_t at = work.back();
    work.pop_back();
    if (at == b || seen[at]) continue;
    seen[at] = true;
    if (function.blocks[at].successors.empty()) return false;
    for (const BlockId next : function.blocks[at].successors) work.push_back(next.index());
  }
  return true;
}

TEST(ControlDependence, AgreesWithPathSearchOnRandomGraphs) {
  Random random(Seed(7u));
  for (int round = 0; round < 300; ++round) {
    const std::size_t count = 3 + random.below(6);
    std::vector<std::vector<unsigned>> successors(count);
    for (std::size_t i = 0; i + 1 < count; ++i)  // acyclic: every path ends
      for (std::size_t k = 0; k < 1 + random.below(2); ++k)
        successors[i].push_back(static_cast<unsigned>(i + 1 + random.below(count - i - 1)));
    const Function function = graph(successors);
    const auto dependence = control_dependence(function);
    for (std::size_t b = 0; b < count; ++b) {
      std::vector<Edge> expected;
      for (std::size_t a = 0; a < count; ++a)
        for (std::uint32_t k = 0; successors[a].size() >= 2 && k < successors[a].size(); ++k)
          if (post_dominates(function, b, successors[a][k]) && (a == b || !post_dominates(function, b, a)))
            expected.push_back({BlockId(a), k});
      EXPECT_EQ(dependence[b], expected);
    }
  }
}

}  // namespace
}  // namespace reenact
