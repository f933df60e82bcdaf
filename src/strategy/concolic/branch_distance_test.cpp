#include "strategy/concolic/branch_distance.h"

#include <gtest/gtest.h>

#include "strategy/concolic/testdata/clauses.h"

namespace reenact::concolic {
namespace {

class BranchDistance : public testing::Test {
 protected:
  double of(Expr condition, std::int64_t x, std::int64_t y = 0) {
    set(x, y);
    symbolic::Evaluator evaluate(c_.e, input_);
    return branch_distance(c_.e, condition, evaluate);
  }
  void set(std::int64_t x, std::int64_t y) {
    input_.values = {{c_.e.symbol_of(x_), static_cast<std::uint32_t>(x)},
                     {c_.e.symbol_of(y_), static_cast<std::uint32_t>(y)}};
  }

  Clauses c_;
  Expr x_ = c_.symbol("x"), y_ = c_.symbol("y");
  symbolic::Assignment input_;
};

TEST_F(BranchDistance, Comparisons) {
  EXPECT_EQ(of(c_.at_most("x", 30).condition, 30), 0);
  EXPECT_EQ(of(c_.at_most("x", 30).condition, 35), 5);
  EXPECT_EQ(of(c_.less("x", "y").condition, -3, -5), 3);
  EXPECT_EQ(of(c_.equals("x", 7).condition, -3), 10);
  EXPECT_EQ(of(c_.e.negation(c_.equals("x", 7).condition), 7), 1);
  EXPECT_EQ(of(c_.e.make(symbolic::Op::kUle, c_.number(10), x_), 4), 6);
}

TEST_F(BranchDistance, AndOr) {
  const Expr left = c_.at_most("x", 3).condition;
  const Expr right = c_.equals("y", 4).condition;
  EXPECT_EQ(of(c_.e.make(symbolic::Op::kAnd, left, right), 5, 9), 2 + 5);
  EXPECT_EQ(of(c_.e.make(symbolic::Op::kOr, left, right), 5, 9), 2);
  EXPECT_EQ(of(c_.e.negation(c_.e.make(symbolic::Op::kAnd, left, right)), 3, 4), 1);
}

TEST_F(BranchDistance, TheOppositeNeedsNoExpression) {
  set(35, 0);
  symbolic::Evaluator evaluate(c_.e, input_);
  EXPECT_EQ(opposite_distance(c_.e, c_.less("y", "x").condition, evaluate), 35) << "until x <= y";
}

}  // namespace
}  // namespace reenact::concolic
