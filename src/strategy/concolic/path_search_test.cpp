#include "strategy/concolic/path_search.h"

#include <gtest/gtest.h>

#include "strategy/concolic/testdata/clauses.h"

namespace reenact::concolic {
namespace {

class PathSearch : public testing::Test {
 protected:
  /// A clause `x <= bound` that leaves branch `branch` by 1, or the run's that left it by 0.
  Clause taken(std::uint64_t branch, std::uint64_t bound) {
    return {c_.at_most("x", bound).condition, {branch, 1}, {branch, 0}};
  }
  Clause missed(std::uint64_t branch, std::uint64_t bound) {
    return {c_.e.negation(c_.at_most("x", bound).condition), {branch, 0}, {branch, 1}};
  }
  double distance(const std::vector<Clause>& wanted, const PathCondition& run, std::uint64_t x) {
    symbolic::Assignment input;
    input.values = {{c_.e.symbol_of(c_.symbol("x")), x}};
    symbolic::Evaluator evaluate(c_.e, input);
    return distance_to_path(c_.e, wanted, run, evaluate);
  }

  Clauses c_;
};

TEST_F(PathSearch, DistanceCountsClausesThenNearness) {
  const std::vector<Clause> wanted{taken(1, 3), taken(2, 3), taken(3, 3)};
  EXPECT_EQ(distance(wanted, {taken(1, 9), taken(2, 9), taken(3, 9)}, 5), 0)
      << "ways out of branches, whatever the condition";
  EXPECT_EQ(distance(wanted, {taken(1, 9), taken(7, 9), taken(2, 9), taken(3, 9)}, 5), 0)
      << "what is between does not matter";
  EXPECT_EQ(distance(wanted, {}, 5), 3) << "never at the first";
  EXPECT_DOUBLE_EQ(distance(wanted, {missed(1, 3)}, 5), 2 + 2.0 / 3);
  EXPECT_DOUBLE_EQ(distance(wanted, {taken(1, 9), missed(2, 3), missed(2, 4)}, 5), 1 + 1.0 / 2)
      << "the nearest of several";
  EXPECT_DOUBLE_EQ(distance(wanted, {taken(1, 9), taken(2, 9)}, 5), 1) << "never at the last";
}

// A test is a number here; the path is taken from 40 on.
TEST_F(PathSearch, FindsByComingNearer) {
  Random random(Seed(3));
  std::uint64_t runs = 0;
  PathSearchParts parts{.mutate = [&](TestCase& test) { test.bytes += random.below(3) == 0 ? "" : "x"; },
                        .cross = [](const TestCase& a, const TestCase& b,
                                    TestCase& child) { child = a.bytes.size() > b.bytes.size() ? a : b; },
                        .distance = [&](const TestCase& test) -> Expected<double> {
                          ++runs;
                          return test.bytes.size() >= 40 ? 0 : static_cast<double>(40 - test.bytes.size());
                        },
                        .stop = [] { return false; }};
  const auto found = search_path({}, 5000, random, parts);
  ASSERT_TRUE(found && *found);
  EXPECT_GE((*found)->bytes.size(), 40);
  runs = 0;
  EXPECT_FALSE(*search_path({}, 20, random, parts)) << "not within 20";
  EXPECT_EQ(runs, 20);
  parts.stop = [] { return true; };
  EXPECT_FALSE(*search_path({}, 20, random, parts));
  EXPECT_EQ(runs, 20) << "no time";
}

}  // namespace
}  // namespace reenact::concolic
