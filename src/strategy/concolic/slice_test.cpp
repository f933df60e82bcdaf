#include "strategy/concolic/slice.h"

#include <gtest/gtest.h>

#include "strategy/concolic/testdata/clauses.h"

namespace reenact::concolic {
namespace {

class Slice : public testing::Test {
 protected:
  std::string text(const std::vector<Clause>& clauses) { return print(c_.e, clauses); }
  Clauses c_;
};

// Figure 3: what shares no variable with the suffix goes, what is connected through another clause stays.
TEST_F(Slice, Figure3TransitiveVariables) {
  Slicer slice(c_.e, Dependence::kVariables);
  const std::vector<Clause> path{c_.at_most("a", 3), c_.at_most("b", 4), c_.less("c", "a"), c_.less("d", "c")};
  EXPECT_EQ(text(slice(path)), "a <= 3 && c < a && d < c");
}

// Section 4.1, object-based dependency: the suffix is about another field of the same object.
TEST_F(Slice, ObjectsConnectTheirFields) {
  const std::vector<Clause> path{c_.at_most("input.size", 3), c_.at_most("other.size", 4), c_.equals("input.a[2]", 7)};
  EXPECT_EQ(text(Slicer(c_.e, Dependence::kObjects)(path)), "input.size <= 3 && input.a[2] == 7");
  EXPECT_EQ(text(Slicer(c_.e, Dependence::kVariables)(path)), "input.a[2] == 7");
}

TEST_F(Slice, ObjectsAreTransitiveToo) {
  Slicer slice(c_.e);
  const std::vector<Clause> path{c_.at_most("p.x", 3), c_.equal("p.y", "q.x"), c_.at_most("r.x", 1),
                                 c_.at_most("q.y", 4)};
  EXPECT_EQ(text(slice(path)), "p.x <= 3 && p.y == q.x && q.y <= 4");
}

TEST_F(Slice, TheSuffixAlone) {
  Slicer slice(c_.e);
  const std::vector<Clause> path{c_.at_most("x", 3)};
  EXPECT_EQ(slice(path), path);
}

}  // namespace
}  // namespace reenact::concolic
