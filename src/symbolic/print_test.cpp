#include "symbolic/print.h"

#include <gtest/gtest.h>

namespace reenact::symbolic {
namespace {

class Print : public testing::Test {
 protected:
  std::string text(Expr x) { return print(e_, x); }
  Expr make(Op op, Expr a, Expr b) { return e_.make(op, a, b); }
  Expr number(std::int64_t value, unsigned width = 32) { return e_.constant(static_cast<Bits>(value), width); }

  Expressions e_;
  Expr a_ = e_.symbol("input.a[2]", 32);
  Expr b_ = e_.symbol("b", 32);
  Expr c_ = e_.symbol("text[0]", 8);
};

TEST_F(Print, Comparisons) {
  EXPECT_EQ(text(make(Op::kSle, a_, number(30))), "input.a[2] <= 30");
  EXPECT_EQ(text(e_.negation(make(Op::kSle, a_, number(30)))), "input.a[2] >= 31");
  EXPECT_EQ(text(make(Op::kUle, a_, number(30))), "input.a[2] <= 30u");
  EXPECT_EQ(text(make(Op::kUlt, a_, b_)), "(unsigned)input.a[2] < b");
  EXPECT_EQ(text(make(Op::kEq, a_, number(-1))), "input.a[2] == -1");
  EXPECT_EQ(text(e_.negation(make(Op::kEq, a_, b_))), "input.a[2] != b");
}

TEST_F(Print, Characters) {
  EXPECT_EQ(text(make(Op::kEq, c_, number('A', 8))), "text[0] == 'A'");
  EXPECT_EQ(text(make(Op::kEq, c_, number('\'', 8))), "text[0] == '\\''");
  EXPECT_EQ(text(make(Op::kEq, c_, number('\n', 8))), "text[0] == 10");
}

TEST_F(Print, Parentheses) {
  const Expr sum = make(Op::kAdd, a_, b_);
  EXPECT_EQ(text(make(Op::kMul, sum, number(3))), "(input.a[2] + b) * 3");
  EXPECT_EQ(text(make(Op::kSub, a_, make(Op::kSub, b_, e_.symbol("d", 32)))), "input.a[2] - (b - d)");
  EXPECT_EQ(text(make(Op::kAnd, make(Op::kEq, a_, b_), make(Op::kSlt, a_, number(5)))),
            "input.a[2] == b && input.a[2] <= 4");
}

TEST_F(Print, WidthsAndBits) {
  EXPECT_EQ(text(e_.convert(Op::kZExt, c_, 32)), "(uint32_t)text[0]");
  EXPECT_EQ(text(e_.convert(Op::kSExt, c_, 32)), "(int32_t)text[0]");
  EXPECT_EQ(text(e_.extract(a_, 0, 8)), "(uint8_t)input.a[2]");
  EXPECT_EQ(text(e_.extract(a_, 8, 8)), "input.a[2][15:8]");
  EXPECT_EQ(text(make(Op::kConcat, c_, e_.extract(b_, 0, 8))), "concat(text[0], (uint8_t)b)");
}

TEST_F(Print, FloatsAndArrays) {
  const Expr one = number(0x3f800000);
  EXPECT_EQ(text(make(Op::kFLt, a_, one)), "input.a[2] < 1f");
  const Expr array = e_.array("table", 32, 8);
  EXPECT_EQ(text(make(Op::kRead, array, b_)), "table[b]");
}

}  // namespace
}  // namespace reenact::symbolic
