#include "solver/range_solver.h"

#include <gtest/gtest.h>

#include "solver/range.h"
#include "solver/silent_solver.h"
#include "symbolic/operation.h"

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Node;
using symbolic::Op;

class RangeSolverTest : public testing::Test {
 protected:
  /// A digit's conditions, and its value in 64 bits.
  Expr digit(int number) {
    const Expr character = e_.symbol("text[" + std::to_string(number) + "]", 8);
    clauses_.push_back(e_.make(Op::kSle, e_.constant('0', 8), character));
    clauses_.push_back(e_.make(Op::kSle, character, e_.constant('9', 8)));
    return e_.make(Op::kSub, e_.convert(Op::kSExt, character, 64), e_.constant('0', 64));
  }
  Expr number(int digits) {
    Expr value = e_.constant(0, 64);
    for (int i = 0; i < digits; ++i) value = e_.make(Op::kAdd, e_.make(Op::kMul, value, e_.constant(10, 64)), digit(i));
    return value;
  }

  Expressions e_;
  std::vector<Expr> clauses_;
  SilentSolver silent_;
  RangeSolver ranges_{e_, silent_};
};

TEST_F(RangeSolverTest, ADecimalNumberIsNotTooLarge) {
  clauses_.push_back(e_.make(Op::kEq, number(19), e_.constant(~std::uint64_t{0}, 64)));
  const Answer answer = ranges_.check(clauses_);
  ASSERT_TRUE(is_unsatisfiable(answer));
  EXPECT_EQ(std::get<Unsatisfiable>(answer).core.size(), clauses_.size());
  EXPECT_EQ(silent_.asked, 0);
}

TEST_F(RangeSolverTest, TheCoreLeavesOutWhatIsAboutOthers) {
  clauses_.push_back(e_.make(Op::kUlt, e_.symbol("other", 8), e_.constant(3, 8)));
  clauses_.push_back(e_.make(Op::kUlt, e_.constant(100, 64), number(2)));
  const Answer answer = ranges_.check(clauses_);
  ASSERT_TRUE(is_unsatisfiable(answer));
  for (const std::size_t each : std::get<Unsatisfiable>(answer).core) EXPECT_NE(each, 0);
}

TEST_F(RangeSolverTest, WhatMayHoldIsHandedOn) {
  clauses_.push_back(e_.make(Op::kEq, number(2), e_.constant(99, 64)));
  EXPECT_TRUE(is_unknown(ranges_.check(clauses_)));
  EXPECT_EQ(silent_.asked, 1);
}

// Whatever values the operands have within their bounds, what comes out is within its own: all operations, bounds and values of three bits.
TEST(RangeOf, HoldsEverythingThatCanComeOut) {
  constexpr unsigned kWidth = 3;
  Expressions e;
  const Expr a = e.symbol("a", kWidth);
  const Expr b = e.symbol("b", kWidth);
  std::vector<Node> nodes;
  for (const Op op : {Op::kNot,  Op::kNeg,  Op::kAnd,  Op::kOr,   Op::kXor,    Op::kAdd,     Op::kSub,  Op::kMul,
                      Op::kUDiv, Op::kSDiv, Op::kURem, Op::kSRem, Op::kShl,    Op::kLShr,    Op::kAShr, Op::kEq,
                      Op::kUlt,  Op::kUle,  Op::kSlt,  Op::kSle,  Op::kConcat, Op::kExtract, Op::kZExt, Op::kSExt}) {
    Node node{};
    node.op = static_cast<std::uint8_t>(op);
    node.operands[0] = a.value;
    node.operands[1] = operand_count(op) > 1 ? b.value : 0;
    node.width = is_comparison(op) ? 1 : op == Op::kConcat ? 6 : op == Op::kExtract ? 2 : kWidth;
    if (op == Op::kZExt || op == Op::kSExt) node.width = 5;
    if (op == Op::kExtract) node.constant = 1;
    nodes.push_back(node);
  }
  // Those without a sign, and those with.
  std::vector<Range> ranges;
  for (int first = 0; first < 8; ++first)
    for (int last = first; last < 8; ++last) {
      ranges.push_back(range_in({Bits(first), Bits(last)}, kWidth));
      ranges.push_back(signed_range(first - 4, last - 4, kWidth));
    }
  const auto is_in = [](Bits value, const Range& range, unsigned width) {
    const symbolic::SignedBits number = symbolic::as_signed(value, width);
    return value >= range.values.first && value <= range.values.last && number >= range.least && number <= range.most;
  };
  for (const Node& node : nodes)
    for (const Range& one : ranges)
      for (const Range& other : ranges) {
        const Range range = range_of({node, {one, other, {}}, {kWidth, kWidth, 0}});
        for (Bits x = 0; x < 8; ++x)
          for (Bits y = 0; y < 8; ++y) {
            if (!is_in(x, one, kWidth) || !is_in(y, other, kWidth)) continue;
            const auto value = symbolic::compute(node, {.a = x, .b = y, .c = 0, .width = kWidth});
            ASSERT_TRUE(value && is_in(*value, range, node.width))
                << "operation " << int{node.op} << " of " << int(x) << " and " << int(y);
          }
      }
}

TEST(RangeOf, ASumOfNegativeNumbersIsBounded) {
  Node node{};
  node.op = static_cast<std::uint8_t>(Op::kAdd);
  node.width = 32;
  const Range range = range_of({node, {signed_range(-176, 79, 32), signed_range(-10, 5, 32), {}}, {32, 32, 0}});
  EXPECT_EQ(range.least, -186);
  EXPECT_EQ(range.most, 84);
}

}  // namespace
}  // namespace reenact::solver
