#include "solver/inverse.h"

#include <gtest/gtest.h>

#include "symbolic/operation.h"

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Op;

constexpr unsigned kBits = 5;

/// An operation on numbers of five bits, computed anew with one operand changed.
struct Trial {
  Computed computed;
  [[nodiscard]] Bits with(unsigned operand, Bits value) const {
    symbolic::Operands in{.a = computed.values[0], .b = computed.values[1], .c = 0, .width = kBits};
    (operand == 0 ? in.a : in.b) = value;
    return *symbolic::compute(computed.node, in);
  }
  [[nodiscard]] bool can_be(unsigned operand, Bits wanted) const {
    for (Bits value = 0; value < 1 << kBits; ++value)
      if (with(operand, value) == wanted) return true;
    return false;
  }
};

Trial trial(Op op, Bits a, Bits b) {
  Trial result;
  result.computed.node.op = static_cast<std::uint8_t>(op);
  result.computed.node.width = static_cast<std::uint8_t>(symbolic::is_comparison(op) ? 1 : kBits);
  result.computed.values = {a, b, 0};
  result.computed.widths = {kBits, kBits, 0};
  return result;
}

class InverseOf : public testing::TestWithParam<Op> {};

TEST_P(InverseOf, GivesWhatIsWantedWhereverAValueDoes) {
  const unsigned results = symbolic::is_comparison(GetParam()) ? 2 : 1 << kBits;
  Dice dice;
  std::size_t changes = 0;
  for (Bits a = 0; a < 1 << kBits; ++a)
    for (Bits b = 0; b < 1 << kBits; b += 3)
      for (Bits wanted = 0; wanted < results; ++wanted) {
        const Trial each = trial(GetParam(), a, b);
        if (each.with(0, a) == wanted) continue;
        const auto change = change_for(each.computed, wanted, dice);
        if (!change) continue;
        ++changes;
        ASSERT_LT(change->value, Bits{1} << kBits);
        if (each.can_be(change->operand, wanted)) {
          EXPECT_EQ(each.with(change->operand, change->value), wanted)
              << "operand " << change->operand << " of " << static_cast<int>(a) << ", " << static_cast<int>(b)
              << " for " << static_cast<int>(wanted);
        }
      }
  EXPECT_GT(changes, 100U);
}

INSTANTIATE_TEST_SUITE_P(Operations, InverseOf,
                         testing::Values(Op::kNot, Op::kNeg, Op::kAdd, Op::kSub, Op::kMul, Op::kAnd, Op::kOr, Op::kXor,
                                         Op::kUDiv, Op::kShl, Op::kLShr, Op::kAShr, Op::kEq, Op::kUlt, Op::kUle,
                                         Op::kSlt, Op::kSle));

TEST(Inverse, OfTwoFactorsThatAreZeroOneIsChangedFirst) {
  Trial each = trial(Op::kMul, 0, 0);
  Dice dice;
  const auto first = change_for(each.computed, 12, dice);
  ASSERT_TRUE(first.has_value());
  each.computed.values[first->operand] = first->value;
  each.computed.is_constant[first->operand] = true;
  const auto second = change_for(each.computed, 12, dice);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(each.with(second->operand, second->value), 12U);
}

TEST(Inverse, HowFarAConstantIsShifted) {
  Trial each = trial(Op::kShl, 3, 0);
  each.computed.is_constant = {true, false, false};
  Dice dice;
  EXPECT_EQ(change_for(each.computed, 24, dice)->value, 3U);
  EXPECT_FALSE(change_for(each.computed, 5, dice).has_value());
}

TEST(Inverse, LeavesConstantsAlone) {
  Trial each = trial(Op::kAdd, 3, 4);
  each.computed.is_constant = {true, false, false};
  Dice dice;
  for (int i = 0; i < 8; ++i) EXPECT_EQ(change_for(each.computed, 9, dice)->operand, 1U);
  each.computed.is_constant = {true, true, false};
  EXPECT_FALSE(change_for(each.computed, 9, dice).has_value());
}

}  // namespace
}  // namespace reenact::solver
