#include "fitness/block_coverage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.h"
#include "fitness/target_line.h"
#include "fitness/testdata/scenario.h"
#include "fitness/weighted_sum.h"

namespace reenact {
namespace {

BlockCoverage coverage(Scenario& scenario, const Observation& run) {
  BlockCoverage result;
  BasicBlockCoverage(scenario.goal()).record(run, scenario.goal().target, result);
  return result;
}

/// Section 3 of the paper: frame 3 of XWIKI-13377 is line 413 of fromMap. T1 is stopped by a NullPointerException at
/// line 404, T2 at line 405.
class FromMap : public testing::Test {
 protected:
  FromMap() {
    scenario_.exception("ClassCastException");
    function_ = scenario_.add(from_map());
    scenario_.frame(function_, 413, 6);
  }
  Observation stopped_at(unsigned line) {
    Observation run = scenario_.run();
    scenario_.covers(run, function_, {0, 1}, {0, 1}, line);
    Scenario::raises(run, "NullPointerException", {{function_, Line(line)}});
    return run;
  }
  Scenario scenario_;
  FunctionId function_;
};

TEST_F(FromMap, TheWorkedExampleOfThePaper) {
  const Observation t1 = stopped_at(404), t2 = stopped_at(405);
  WeightedSum fitness(scenario_.goal());
  EXPECT_EQ(fitness.evaluate(t1), fitness.evaluate(t2));  // approach level and branch distance cannot tell
  const BlockCoverage c1 = coverage(scenario_, t1), c2 = coverage(scenario_, t2);
  EXPECT_EQ(c1.full, (std::vector<std::uint64_t>{0b1}));   // FCB = {403}
  EXPECT_EQ(c1.semi, (std::vector<std::uint64_t>{0b10}));  // SCB = {404-406}
  EXPECT_EQ(c2.full, c1.full);
  EXPECT_EQ(c2.semi, c1.semi);
  EXPECT_EQ(c1.lines, 1u);
  EXPECT_EQ(c2.lines, 2u);
  EXPECT_EQ(compare(c1, c2), 1);  // "BBC returns size(coveredLines2) - size(coveredLines1) = 1"
  EXPECT_EQ(compare(c2, c1), -1);
  EXPECT_EQ(compare(c1, c1), 0);
}

TEST_F(FromMap, TheApproachLevelOfThePaper) {
  // Section 2.1: covered are lines 403 and 417 only, the target is 409: approach level 2.
  Observation run = scenario_.run();
  scenario_.covers(run, function_, {0, 8}, {3, 0});
  Scenario other;
  other.add(from_map());
  other.frame(FunctionId(0u), 409, 3);
  EXPECT_DOUBLE_EQ(TargetLine(other.goal(), 0).distance(run), 2 + 0.75);
}

TEST_F(FromMap, OfNestedCoverageTheLargerWins) {
  Observation less = scenario_.run(), more = scenario_.run();
  scenario_.covers(less, function_, {0, 9}, {1, 0});
  scenario_.covers(more, function_, {0, 1, 8, 9}, {0, 0, 5, 0});
  // {403} and {403, 404-406, 417}: 418 is on no path to 413.
  EXPECT_EQ(compare(coverage(scenario_, less), coverage(scenario_, more)), 2);
  EXPECT_EQ(compare(coverage(scenario_, more), coverage(scenario_, less)), -2);
}

TEST_F(FromMap, OfDifferentPathsNeitherWins) {
  Observation first = scenario_.run(), second = scenario_.run();
  scenario_.covers(first, function_, {0, 1, 2, 3, 7, 8}, {0, 0, 0, 5, 0, 1});
  scenario_.covers(second, function_, {0, 1, 2, 4, 5, 7, 8}, {0, 0, 0, 5, 1, 0, 0, 1});
  EXPECT_EQ(compare(coverage(scenario_, first), coverage(scenario_, second)), 0);
  EXPECT_EQ(compare(coverage(scenario_, second), coverage(scenario_, first)), 0);
}

TEST_F(FromMap, OfTwoFramesNothingIsCompared) {
  BlockCoverage inner = coverage(scenario_, stopped_at(404)), outer = coverage(scenario_, stopped_at(405));
  outer.frame = FrameIndex(7u);
  EXPECT_EQ(compare(inner, outer), 0);
}

/// Frame 2 of the same crash: `fromValue` has no branch, so that approach level and branch distance are always 0.
TEST(Branchless, LinesOfTheOnlyBlockDecide) {
  Scenario scenario;
  scenario.exception("ClassCastException");
  const FunctionId function = scenario.add(make_function("fromValue", {{}}, {{613, 614, 615}}));
  scenario.frame(function, 615, 0);
  const auto stopped_at = [&](unsigned line) {
    Observation run = scenario.run();
    scenario.covers(run, function, {0}, {}, line);
    Scenario::raises(run, "NullPointerException", {{function, Line(line)}});
    return run;
  };
  const Observation t1 = stopped_at(613), t2 = stopped_at(614);
  WeightedSum fitness(scenario.goal());
  EXPECT_DOUBLE_EQ(fitness.evaluate(t1), 3);
  EXPECT_DOUBLE_EQ(fitness.evaluate(t2), 3);
  const BlockCoverage c1 = coverage(scenario, t1), c2 = coverage(scenario, t2);
  EXPECT_EQ(c1.full, (std::vector<std::uint64_t>{0}));
  EXPECT_EQ(c1.semi, (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(compare(c1, c2), 1);
  EXPECT_EQ(compare(c2, c1), -1);
  Observation returned = scenario.run();  // left at its end: fully covered, not comparable with a stop inside
  scenario.covers(returned, function, {0});
  EXPECT_EQ(coverage(scenario, returned).full, (std::vector<std::uint64_t>{1}));
}

TEST(BlockCoverage, AFunctionThatWasNotEnabledCoversNothing) {
  Scenario scenario;
  scenario.frame(scenario.add(from_map()), 413, 6);
  const BlockCoverage seen = coverage(scenario, scenario.run());
  EXPECT_EQ(seen.full, (std::vector<std::uint64_t>{0}));
  EXPECT_EQ(seen.lines, 0u);
}

// ---- against brute force on random graphs ----

using Blocks = std::set<unsigned>;

/// Adds the blocks of every path from `at` to `target`; acyclic graphs only.
void add_paths(const Function& function, unsigned at, unsigned target, std::vector<unsigned>& path, Blocks& out) {
  path.push_back(at);
  if (at == target) out.insert(path.begin(), path.end());
  for (const BlockId next : function.blocks[at].successors) add_paths(function, next.value, target, path, out);
  path.pop_back();
}

struct Walk {
  std::vector<unsigned> blocks;
  unsigned stopped = 0;  // line; 0 = returned
};

/// From the entry to the function's end, or to a line of a block on the way.
Walk random_walk(const Function& function, Random& random) {
  Walk walk;
  for (unsigned at = 0;;) {
    walk.blocks.push_back(at);
    const Block& block = function.blocks[at];
    if (random.chance(0.25)) {
      walk.stopped = random.pick(block.lines).value;
      return walk;
    }
    if (block.successors.empty()) return walk;
    at = random.pick(block.successors).value;
  }
}

/// Listing 1.3 by the words of the paper.
int by_the_listing(const Function& function, const Blocks& effective, const Walk& a, const Walk& b) {
  struct Covered {
    Blocks full, semi;
    int lines = 0;
  };
  const auto cover = [&](const Walk& walk) {
    Covered covered;
    for (const unsigned block : walk.blocks) {
      if (!effective.contains(block)) continue;
      const bool semi = walk.stopped != 0 && block == walk.blocks.back();
      (semi ? covered.semi : covered.full).insert(block);
      if (!semi) continue;
      for (const Line line : function.blocks[block].lines) {
        ++covered.lines;
        if (line.value == walk.stopped) break;
      }
    }
    return covered;
  };
  const Covered c1 = cover(a), c2 = cover(b);
  if (c1.full == c2.full && c1.semi == c2.semi) return c2.lines - c1.lines;
  const auto within = [](const Covered& part, const Covered& whole) {
    return std::ranges::includes(whole.full, part.full) && std::ranges::includes(whole.semi, part.semi);
  };
  const auto size = [](Covered covered) {
    covered.full.insert(covered.semi.begin(), covered.semi.end());
    return static_cast<int>(covered.full.size());
  };
  return within(c1, c2) || within(c2, c1) ? size(c2) - size(c1) : 0;
}

TEST(BlockCoverage, AgreesWithTheListingOnRandomGraphs) {
  Random random(Seed(11u));
  int preferences = 0;
  for (int round = 0; round < 6000; ++round) {
    const auto count = static_cast<unsigned>(2 + random.below(7));
    std::vector<std::vector<unsigned>> successors(count), lines(count);
    unsigned line = 1;
    for (unsigned i = 0; i < count; ++i) {
      for (std::size_t k = 0; i + 1 < count && k < 1 + random.below(2); ++k)
        successors[i].push_back(static_cast<unsigned>(i + 1 + random.below(count - i - 1)));
      for (std::size_t k = 0; k < 1 + random.below(3); ++k) lines[i].push_back(line++);
    }
    Scenario scenario;
    const FunctionId function = scenario.add(make_function("random", successors, lines));
    const auto target = static_cast<unsigned>(random.below(count));
    scenario.frame(function, lines[target].back(), target);
    Blocks effective;
    std::vector<unsigned> path;
    add_paths(scenario.program()[function], 0, target, path, effective);
    const auto observed = [&](const Walk& walk) {
      Observation run = scenario.run();
      scenario.covers(run, function, walk.blocks, {}, walk.stopped);
      if (walk.stopped != 0) Scenario::raises(run, "int", {{function, Line(walk.stopped)}});
      return run;
    };
    const Walk a = random_walk(scenario.program()[function], random),
               b = random_walk(scenario.program()[function], random);
    const int expected = by_the_listing(scenario.program()[function], effective, a, b);
    EXPECT_EQ(compare(coverage(scenario, observed(a)), coverage(scenario, observed(b))), expected);
    preferences += expected != 0;
  }
  EXPECT_GT(preferences, 300);  // the rounds do not only compare equals
}

}  // namespace
}  // namespace reenact
