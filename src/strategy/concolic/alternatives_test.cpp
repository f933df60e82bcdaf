#include "strategy/concolic/alternatives.h"

#include <gtest/gtest.h>

#include "strategy/concolic/testdata/clauses.h"

namespace reenact::concolic {
namespace {

class AlternativesTest : public testing::Test {
 protected:
  std::vector<std::string> texts(const std::vector<Alternative>& alternatives) {
    std::vector<std::string> result;
    for (const Alternative& each : alternatives) result.push_back(print(c_.e, each.clauses()));
    return result;
  }
  Clauses c_;
  Slicer slicer_{c_.e};
  Alternatives alternatives_{c_.e, slicer_};
};

TEST_F(AlternativesTest, EachClauseIsNegatedBehindItsPrefix) {
  const PathCondition path{c_.at_most("a", 3), c_.at_most("b", 4), c_.equals("c", 5)};
  const auto found = alternatives_.of(path, 7);
  EXPECT_EQ(texts(found), (std::vector<std::string>{"a >= 4", "a <= 3 && b >= 5", "a <= 3 && b <= 4 && c != 5"}));
  EXPECT_EQ(found[1].suffix().edge, path[1].other);
  EXPECT_EQ(found[1].suffix().other, path[1].edge);
  EXPECT_EQ(found[1].parent(), 7);
}

TEST_F(AlternativesTest, APathIsTriedOnce) {
  const Clause a = c_.at_most("a", 3);
  const Clause b = c_.at_most("b", 4);
  EXPECT_EQ(alternatives_.of({a, b}, 0).size(), 2);
  EXPECT_EQ(alternatives_.of({a, b}, 1).size(), 0);
  EXPECT_EQ(alternatives_.repeated(), 2);
  // The run that took the alternative: its way back is known, what comes behind is not.
  const Clause not_b{c_.e.negation(b.condition), b.other, b.edge};
  EXPECT_EQ(texts(alternatives_.of({a, not_b, c_.equals("c", 1)}, 2)),
            (std::vector<std::string>{"a <= 3 && b >= 5 && c != 1"}));
}

TEST_F(AlternativesTest, ASliceIsAskedOnce) {
  Alternatives alternatives(c_.e, slicer_, Same::kSlice);
  const Clause a = c_.at_most("a", 3);
  const Clause b = c_.at_most("b", 4);
  EXPECT_EQ(alternatives.of({a, b}, 0).size(), 2);
  // Other clauses before it, which have nothing to do with it.
  EXPECT_EQ(texts(alternatives.of({b, c_.equals("c", 1), a}, 1)), (std::vector<std::string>{"b <= 4 && c != 1"}));
  EXPECT_EQ(alternatives.repeated(), 2);
}

}  // namespace
}  // namespace reenact::concolic
