#include "goal/argument_place.h"

#include <gtest/gtest.h>

#include <string>

namespace reenact {
namespace {

/// The calls that get what stands at '@', by the first letter of each. `operators`: is `<<` an overloaded operator?
std::string receivers(std::string code, Operand operand = Operand::kCall, bool operators = true) {
  const std::size_t at = code.find('@');
  code.erase(at, 1);
  const ArgumentPlace place(code, [&](std::size_t i) { return operators && code.compare(i, 2, "<<") == 0; });
  std::string result;
  for (const std::size_t each : place.receivers(at, operand)) result += code[each];
  return result;
}

TEST(ArgumentPlace, ACallGetsWhatIsHandedOverAsItIs) {
  EXPECT_EQ(receivers("return g(@f(x), 1);"), "g");
  EXPECT_EQ(receivers("return g(1,\n  @f(x));"), "g");
  EXPECT_EQ(receivers("h(1, g(2, @f(x)));"), "gh");
  EXPECT_EQ(receivers("a.put(b[1].to->@f(x), 2);"), "p");
  EXPECT_EQ(receivers("g(ns::@f(x));"), "g");
}

TEST(ArgumentPlace, WhatIsCalculatedWithIsNotHandedOver) {
  EXPECT_EQ(receivers("g(1 + @f(x));"), "");
  EXPECT_EQ(receivers("g(@f(x) + 1);"), "");
  EXPECT_EQ(receivers("g(!@f(x));"), "");
  EXPECT_EQ(receivers("g(@f(x).size());"), "");
  EXPECT_EQ(receivers("h(g(@f(x)) + 1);"), "g");
}

TEST(ArgumentPlace, SiblingsGetNothing) {
  EXPECT_EQ(receivers("return f(1) +\n  @f(2);"), "");
  EXPECT_EQ(receivers("if (f(1) &&\n  @f(2))"), "");
  EXPECT_EQ(receivers("if (@f(2))"), "");
  EXPECT_EQ(receivers("f(1), @f(2);"), "");
  EXPECT_EQ(receivers("g(1); @f(2);"), "");
  EXPECT_EQ(receivers("g([&] { return @f(2); });"), "");
}

TEST(ArgumentPlace, OperatorsThatAreCalledGetTheirRightSide) {
  EXPECT_EQ(receivers("out << @f(1);"), "<");
  EXPECT_EQ(receivers("out << 1 << a.@f(1) << 2;"), "<");
  EXPECT_EQ(receivers("out << @f(1);", Operand::kCall, false), "");
  EXPECT_EQ(receivers("out << 1 + @f(1);"), "");
  EXPECT_EQ(receivers("out << @f(1) + 1;"), "");
}

TEST(ArgumentPlace, ValuesAreHandedOverWithTheirMembers) {
  EXPECT_EQ(receivers("g(1, @a->b[2].c);", Operand::kValue), "g");
  EXPECT_EQ(receivers("g(1, @*a);", Operand::kValue), "g");
  EXPECT_EQ(receivers("g(1, @a->b + 1);", Operand::kValue), "");
  EXPECT_EQ(receivers("x = @a->b;", Operand::kValue), "");
}

TEST(ArgumentPlace, AValueThatIsAnArmBelongsToItsQuestionMark) {
  EXPECT_EQ(receivers("x = a\n ? @b->c\n : d;", Operand::kValue), "?");
  EXPECT_EQ(receivers("x = a\n ? b\n : (@d->e);", Operand::kValue), "?");
  EXPECT_EQ(receivers("x = a ? b : c ? @d[1] : e;", Operand::kValue), "?");
  EXPECT_EQ(receivers("g(1, a ? b : @*c);", Operand::kValue), "?g");
  EXPECT_EQ(receivers("x = a ? b : @c->d + 1;", Operand::kValue), "");
  EXPECT_EQ(receivers("case 1: @a->b;", Operand::kValue), "");
  EXPECT_EQ(receivers("x = a ? b : f(@c->d + 1);", Operand::kValue), "");
}

}  // namespace
}  // namespace reenact
