#include "symbolic/expressions.h"

#include <gtest/gtest.h>

#include "symbolic/evaluate.h"

namespace reenact::symbolic {
namespace {

TEST(Expressions, EqualExpressionsHaveEqualIds) {
  Expressions e;
  const Expr x = e.symbol("x", 32);
  const Expr y = e.symbol("y", 32);
  EXPECT_EQ(e.symbol("x", 32), x);
  EXPECT_NE(x, y);
  EXPECT_EQ(e.make(Op::kAdd, x, y), e.make(Op::kAdd, y, x));
  EXPECT_EQ(e.make(Op::kSub, x, y), e.make(Op::kSub, x, y));
  EXPECT_NE(e.make(Op::kSub, x, y), e.make(Op::kSub, y, x));
}

TEST(Expressions, ConstantsOfAllWidths) {
  Expressions e;
  for (unsigned width = 1; width <= 128; ++width) {
    EXPECT_EQ(e.value(e.constant(~Bits{0}, width)), ones(width)) << width;
    EXPECT_EQ(e.value(e.constant(Bits{1} << (width - 1), width)), sign_bit(width)) << width;
  }
  EXPECT_NE(e.constant(1, 8), e.constant(1, 16));
}

TEST(Expressions, ManyFindTheirPlace) {
  Expressions e;
  std::vector<Expr> made;
  for (std::uint64_t i = 0; i < 20'000; ++i) made.push_back(e.constant(i * i, 64));
  for (std::uint64_t i = 0; i < 20'000; ++i) EXPECT_EQ(e.constant(i * i, 64), made[i]);
}

TEST(Expressions, BytesReadAsAWordAreTheWord) {
  Expressions e;
  const Expr x = e.symbol("x", 32);
  Expr word = e.extract(x, 24, 8);
  for (const unsigned low : {16u, 8u, 0u}) word = e.make(Op::kConcat, word, e.extract(x, low, 8));
  EXPECT_EQ(word, x);
}

TEST(Expressions, BytesShiftedIntoAWordAreTheWord) {
  Expressions e;
  const Expr x = e.symbol("x", 32);
  Expr word = e.convert(Op::kZExt, e.extract(x, 0, 8), 32);
  for (const unsigned low : {8u, 16u, 24u}) {
    const Expr byte = e.convert(Op::kZExt, e.extract(x, low, 8), 32);
    word = e.make(Op::kOr, word, e.make(Op::kShl, byte, e.constant(low, 32)));
  }
  EXPECT_EQ(word, x);
}

/// `for (...) hash ^= hash << 8;`: each bit of the result is reached by very many ways.
TEST(Expressions, ABitOfAHashIsCutOutOnce) {
  Expressions e;
  const Expr byte = e.symbol("c", 8);
  Expr hash = e.convert(Op::kZExt, byte, 64);
  for (int round = 0; round < 60; ++round) hash = e.make(Op::kXor, hash, e.make(Op::kShl, hash, e.constant(8, 64)));
  const Expr top = e.extract(hash, 56, 8), middle = e.extract(hash, 32, 8);
  EXPECT_LT(e.size(), 2000u);
  // Byte k is there as often as there are ways to choose k of 60 rounds: an even number of times, and an odd one.
  const Assignment input{.values = {{e.symbol_of(byte), 0x5A}}, .arrays = {}};
  EXPECT_EQ(Evaluator(e, input)(top), Bits{0});
  EXPECT_EQ(Evaluator(e, input)(middle), Bits{0x5A});
}

TEST(Expressions, DeepCutsNeedNoStack) {
  Expressions e;
  Expr sum = e.symbol("c", 64);
  for (int i = 0; i < 200'000; ++i) sum = e.make(Op::kXor, sum, e.make(Op::kLShr, sum, e.constant(1, 64)));
  EXPECT_EQ(e.width(e.extract(sum, 0, 8)), 8u);
}

TEST(Expressions, WhatIsStoredIsRead) {
  Expressions e;
  const Expr a = e.array("a", 64, 8);
  const Expr i = e.symbol("i", 64);
  const Expr next = e.make(Op::kAdd, i, e.constant(1, 64));
  const Expr v = e.symbol("v", 8);
  const Expr stored = e.make(Op::kStore, a, i, v);
  EXPECT_EQ(e.make(Op::kRead, stored, i), v);
  EXPECT_EQ(e.make(Op::kRead, stored, next), e.make(Op::kRead, a, next));
}

TEST(Expressions, TablesOfEqualElementsAreOne) {
  Expressions e;
  const std::vector<Bits> elements{5, 6, 7};
  const Expr table = e.table(elements, 8, 16);
  EXPECT_EQ(e.table(elements, 8, 16), table);
  EXPECT_EQ(e.value(e.make(Op::kRead, table, e.constant(2, 8))), Bits{7});
  EXPECT_EQ(e.value(e.make(Op::kRead, table, e.constant(3, 8))), Bits{0});
}

}  // namespace
}  // namespace reenact::symbolic
