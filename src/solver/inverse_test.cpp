#include "solver/inverse.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

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

class InverseOfFloats : public testing::TestWithParam<Op> {};

TEST_P(InverseOfFloats, ComesNearWhatIsWanted) {
  const auto bits = [](double value) { return Bits{std::bit_cast<std::uint64_t>(value)}; };
  const bool is_comparison = symbolic::is_comparison(GetParam());
  const std::vector<Bits> wanted =
      is_comparison ? std::vector<Bits>{0, 1} : std::vector<Bits>{bits(0), bits(3), bits(-0.7), bits(1e9)};
  Dice dice;
  std::size_t changes = 0;
  for (const double a : {0.0, 1.0, -2.5, 1e-3, 7e20})
    for (const double b : {0.0, 4.0, -0.1, 123.456})
      for (const Bits want : wanted) {
        Computed computed;
        computed.node.op = static_cast<std::uint8_t>(GetParam());
        computed.node.width = is_comparison ? 1 : 64;
        computed.values = {bits(a), bits(b), 0};
        computed.widths = {64, 64, 0};
        const auto change = change_for(computed, want, dice);
        if (!change) continue;
        symbolic::Operands in{.a = bits(a), .b = bits(b), .c = 0, .width = 64};
        (change->operand == 0 ? in.a : in.b) = change->value;
        const Bits got = *symbolic::compute(computed.node, in);
        if (is_comparison) {
          EXPECT_EQ(got, want) << a << ", " << b;
          ++changes;
        } else {
          const auto as_double = [](Bits value) { return std::bit_cast<double>(static_cast<std::uint64_t>(value)); };
          changes += std::abs(as_double(got) - as_double(want)) <= 1e-6 * std::abs(as_double(want)) ? 1 : 0;
        }
      }
  EXPECT_GT(changes, 20U);
}

INSTANTIATE_TEST_SUITE_P(Operations, InverseOfFloats,
                         testing::Values(Op::kFAdd, Op::kFSub, Op::kFMul, Op::kFDiv, Op::kFEq, Op::kFLt, Op::kFLe));

TEST(Inverse, OfConversionsBetweenIntegersAndFloats) {
  Dice dice;
  Computed computed;
  computed.node.op = static_cast<std::uint8_t>(Op::kFToS);
  computed.node.width = 32;
  computed.widths = {64, 0, 0};
  EXPECT_EQ(change_for(computed, 0xfffffffb, dice)->value, std::bit_cast<std::uint64_t>(-5.0));
  computed.node.op = static_cast<std::uint8_t>(Op::kSToF);
  computed.widths = {16, 0, 0};
  EXPECT_EQ(change_for(computed, std::bit_cast<std::uint32_t>(-5.0F), dice)->value, 0xfffbU);
  computed.node.op = static_cast<std::uint8_t>(Op::kFToF);
  computed.node.width = 64;
  computed.widths = {32, 0, 0};
  EXPECT_EQ(change_for(computed, std::bit_cast<std::uint64_t>(0.5), dice)->value, std::bit_cast<std::uint32_t>(0.5F));
}

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

TEST(Inverse, APlaceInATable) {
  const symbolic::Table table{.elements = {5, 7, 5, 9}, .width = 8};
  Computed computed{.table = &table};
  computed.node.op = static_cast<std::uint8_t>(Op::kRead);
  computed.node.width = 8;
  computed.widths = {8, 64, 0};
  computed.is_constant = {true, false, false};
  Dice dice;
  EXPECT_EQ(change_for(computed, 9, dice)->value, 3U);
  EXPECT_EQ(change_for(computed, 5, dice)->value % 2, 0U);
  EXPECT_GE(change_for(computed, 0, dice)->value, 4U);
  EXPECT_FALSE(change_for(computed, 6, dice).has_value());
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
