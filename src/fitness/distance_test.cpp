#include "fitness/distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "crash/match.h"

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
  EXPECT_DOUBLE_EQ(distance({FunctionId(), outer, far, Line()}), 1 + 0.75);  // one more decision behind; phi(3)
  EXPECT_DOUBLE_EQ(distance({FunctionId(), inner, near, Line()}), 0.5);      // phi(1)
  EXPECT_DOUBLE_EQ(distance({FunctionId(), there, near, Line()}), 0);
  EXPECT_DOUBLE_EQ(distance({FunctionId(), nowhere, far, Line()}), 3);
}

TEST(LineDistance, IsANumberWhateverTheSubjectLeavesThere) {
  const Function function = graph({{1, 4}, {2, 3}, {4}, {4}, {}});
  const std::vector<std::uint8_t> inner{1, 1, 0, 1, 1};
  for (const float odd : {std::numeric_limits<float>::quiet_NaN(), -1.0F, -std::numeric_limits<float>::infinity()}) {
    const std::vector<float> edges(4, odd);
    EXPECT_DOUBLE_EQ(LineDistance(function, {BlockId(2u)})({FunctionId(), inner, edges, Line()}), 1e-9);
  }
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

// ---- approach level and branch distance against brute force ----

struct Way {
  std::vector<std::uint8_t> hits;
  std::vector<float> edges;
};

/// From the entry on, a random way; ends early now and then, as by an exception.
Way random_run(const Function& function, Random& random) {
  Way run{std::vector<std::uint8_t>(function.blocks.size()),
          std::vector<float>(function.edge_count, std::numeric_limits<float>::infinity())};
  for (std::size_t at = 0;;) {
    run.hits[at] = 1;
    const Block& block = function.blocks[at];
    if (block.successors.empty() || random.chance(0.1)) return run;
    const std::size_t taken = random.below(block.successors.size());
    for (std::size_t k = 0; block.successors.size() >= 2 && k < block.successors.size(); ++k)
      run.edges[block.first_edge + k] = k == taken ? 0 : static_cast<float>(1 + random.below(9));
    at = block.successors[taken].index();
  }
}

/// The definition, chain by chain: b depends on a1, that on a2, and so on to the first that was executed; the approach
/// level is how many were not, the branch distance that of the executed one. The least over all chains.
double by_chains(const Function& function, const Way& run, std::size_t b, int level, std::size_t longest) {
  double least = std::numeric_limits<double>::infinity();
  if (static_cast<std::size_t>(level) > longest) return least;
  for (std::size_t a = 0; a < function.blocks.size(); ++a) {
    const Block& block = function.blocks[a];
    for (std::size_t k = 0; block.successors.size() >= 2 && k < block.successors.size(); ++k) {
      if (!post_dominates(function, b, block.successors[k].index()) || (a != b && post_dominates(function, b, a)))
        continue;
      const double here = level + std::max(phi(static_cast<double>(run.edges[block.first_edge + k])), 1e-9);
      least = std::min(least, run.hits[a] != 0 ? here : by_chains(function, run, a, level + 1, longest));
    }
  }
  return least;
}

TEST(LineDistance, AgreesWithTheDefinitionOnRandomGraphs) {
  Random random(Seed(5u));
  int compared = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::size_t count = 3 + random.below(6);
    std::vector<std::vector<unsigned>> successors(count);
    for (std::size_t i = 0; i + 1 < count; ++i)
      for (std::size_t k = 0; k < 1 + random.below(2); ++k)
        successors[i].push_back(static_cast<unsigned>(i + 1 + random.below(count - i - 1)));
    const Function function = graph(successors);
    const Way run = random_run(function, random);
    const std::size_t target = random.below(count);
    const double distance = LineDistance(function, {BlockId(target)})({FunctionId(), run.hits, run.edges, Line()});
    if (run.hits[target] != 0) {
      EXPECT_EQ(distance, 0);
      continue;
    }
    const double expected = by_chains(function, run, target, 0, count);
    if (std::isinf(expected)) continue;  // decided by nothing that was executed: stopped on the way
    EXPECT_DOUBLE_EQ(distance, expected);
    ++compared;
  }
  EXPECT_GT(compared, 200);
}

}  // namespace
}  // namespace reenact
