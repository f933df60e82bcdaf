#include "symbolic/symbols.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reenact::symbolic {
namespace {

TEST(Symbols, EachOnceInOrder) {
  Expressions e;
  const Expr x = e.symbol("x", 32);
  const Expr y = e.symbol("y", 32);
  const Expr a = e.array("a", 32, 32);
  const Expr both = e.make(Op::kXor, e.make(Op::kAdd, y, x), e.make(Op::kRead, a, x));
  EXPECT_THAT(symbols_of(e, both), testing::ElementsAre(e.symbol_of(x), e.symbol_of(y), e.symbol_of(a)));
  EXPECT_THAT(symbols_of(e, e.constant(3, 8)), testing::IsEmpty());
}

TEST(Symbols, Objects) {
  EXPECT_EQ(object_of("input.a[2]"), "input");
  EXPECT_EQ(object_of("input.size"), "input");
  EXPECT_EQ(object_of("text[3]"), "text");
  EXPECT_EQ(object_of("node->next.value"), "node->next");
  EXPECT_EQ(object_of("a.b->c"), "a.b");
  EXPECT_EQ(object_of("x"), "x");
  EXPECT_EQ(object_of("m[1][2]"), "m");
}

TEST(Symbols, SubstituteSimplifies) {
  Expressions e;
  const Expr x = e.symbol("x", 32);
  const Expr y = e.symbol("y", 32);
  const Expr sum = e.make(Op::kAdd, e.make(Op::kMul, x, y), y);
  const Expr result = substitute(e, sum, {{x, e.constant(3, 32)}, {y, e.constant(4, 32)}});
  EXPECT_EQ(e.value(result), Bits{16});
  EXPECT_EQ(substitute(e, sum, {}), sum);
}

TEST(Symbols, Conjuncts) {
  Expressions e;
  const Expr p = e.symbol("p", 1);
  const Expr q = e.symbol("q", 1);
  const Expr r = e.symbol("r", 1);
  EXPECT_THAT(conjuncts(e, e.make(Op::kAnd, e.make(Op::kAnd, p, q), e.make(Op::kOr, p, r))),
              testing::UnorderedElementsAre(p, q, e.make(Op::kOr, p, r)));
}

}  // namespace
}  // namespace reenact::symbolic
