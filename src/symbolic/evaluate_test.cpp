#include "symbolic/evaluate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace reenact::symbolic {
namespace {

class Evaluate : public testing::Test {
 protected:
  /// The value of `x op y` of 32 bits.
  std::optional<Bits> of(Op op, std::uint32_t x, std::uint32_t y) {
    assignment_.values = {{e_.symbol_of(x_), x}, {e_.symbol_of(y_), y}};
    return Evaluator(e_, assignment_)(e_.make(op, x_, y_));
  }

  Expressions e_;
  Assignment assignment_;
  Expr x_ = e_.symbol("x", 32);
  Expr y_ = e_.symbol("y", 32);
};

TEST_F(Evaluate, ArithmeticAsTheProcessors) {
  const std::uint32_t values[] = {0, 1, 2, 31, 100, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
  for (const std::uint32_t x : values) {
    for (const std::uint32_t y : values) {
      EXPECT_EQ(of(Op::kAdd, x, y), Bits{x + y});
      EXPECT_EQ(of(Op::kMul, x, y), Bits{x * y});
      EXPECT_EQ(of(Op::kUlt, x, y), Bits{x < y});
      EXPECT_EQ(of(Op::kSle, x, y), Bits{static_cast<std::int32_t>(x) <= static_cast<std::int32_t>(y)});
      if (y == 0 || (x == 0x80000000 && y == 0xffffffff)) continue;
      EXPECT_EQ(of(Op::kUDiv, x, y), Bits{x / y});
      EXPECT_EQ(of(Op::kURem, x, y), Bits{x % y});
      EXPECT_EQ(of(Op::kSDiv, x, y),
                Bits{static_cast<std::uint32_t>(static_cast<std::int32_t>(x) / static_cast<std::int32_t>(y))});
      EXPECT_EQ(of(Op::kSRem, x, y),
                Bits{static_cast<std::uint32_t>(static_cast<std::int32_t>(x) % static_cast<std::int32_t>(y))});
    }
  }
}

TEST_F(Evaluate, WhatTrapsHasTheValueOfSmtLib) {
  EXPECT_EQ(of(Op::kUDiv, 7, 0), Bits{0xffffffff});
  EXPECT_EQ(of(Op::kURem, 7, 0), Bits{7});
  EXPECT_EQ(of(Op::kSDiv, 7, 0), Bits{0xffffffff});
  EXPECT_EQ(of(Op::kSDiv, static_cast<std::uint32_t>(-7), 0), Bits{1});
  EXPECT_EQ(of(Op::kSDiv, 0x80000000, 0xffffffff), Bits{0x80000000});
  EXPECT_EQ(of(Op::kSRem, 0x80000000, 0xffffffff), Bits{0});
  EXPECT_EQ(of(Op::kShl, 1, 32), Bits{0});
  EXPECT_EQ(of(Op::kAShr, 0x80000000, 99), Bits{0xffffffff});
}

TEST_F(Evaluate, Floats) {
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  EXPECT_EQ(of(Op::kFAdd, bits(1.5f), bits(2.25f)), Bits{bits(3.75f)});
  EXPECT_EQ(of(Op::kFEq, bits(0.0f), bits(-0.0f)), Bits{1});
  EXPECT_EQ(of(Op::kFLe, bits(NAN), bits(1.0f)), Bits{0});
}

TEST_F(Evaluate, AFloatThatNoIntegerCanHoldHasNoValue) {
  const auto convert = [&](float value) {
    assignment_.values = {{e_.symbol_of(x_), std::bit_cast<std::uint32_t>(value)}};
    return Evaluator(e_, assignment_)(e_.convert(Op::kFToS, x_, 32));
  };
  EXPECT_EQ(convert(-3.9f), Bits{0xfffffffd});
  EXPECT_EQ(convert(3e9f), std::nullopt);
  EXPECT_EQ(convert(NAN), std::nullopt);
  EXPECT_EQ(convert(-2147483648.0f), Bits{0x80000000});
}

TEST_F(Evaluate, ArraysThroughStores) {
  const Expr a = e_.array("a", 32, 8);
  const Expr stored = e_.make(Op::kStore, a, x_, e_.constant(7, 8));
  const Expr read = e_.make(Op::kRead, stored, y_);
  assignment_.values = {{e_.symbol_of(x_), 3}, {e_.symbol_of(y_), 3}};
  assignment_.arrays[e_.symbol_of(a)] = {{{4, 9}}, 1};
  EXPECT_EQ(Evaluator(e_, assignment_)(read), Bits{7});
  assignment_.values[e_.symbol_of(y_)] = 4;
  EXPECT_EQ(Evaluator(e_, assignment_)(read), Bits{9});
  assignment_.values[e_.symbol_of(y_)] = 5;
  EXPECT_EQ(Evaluator(e_, assignment_)(read), Bits{1});
}

TEST_F(Evaluate, DeepExpressionsNeedNoStack) {
  Expr sum = x_;
  for (int i = 0; i < 200'000; ++i) sum = e_.make(i % 2 == 0 ? Op::kXor : Op::kMul, sum, y_);
  assignment_.values = {{e_.symbol_of(x_), 1}, {e_.symbol_of(y_), 1}};
  EXPECT_TRUE(Evaluator(e_, assignment_)(sum).has_value());
}

}  // namespace
}  // namespace reenact::symbolic
