#include "generate/operators.h"

#include <gmock/gmock.h>

#include "generate/text_values.h"

namespace reenact {
namespace {

TEST(Operators, ThoseWithBetterOffspringBecomeLikelier) {
  Operators operators(/*seen=*/false);
  Random random(Seed(std::uint64_t{1}));
  const double before = operators.probability(OperatorGroup::kText, kChangeDigits);
  for (int generation = 0; generation < 20; ++generation) {
    for (int i = 0; i < 50; ++i) {
      const std::size_t chosen = operators.choose(OperatorGroup::kText, random);
      operators.credit(operators.take(), chosen == kChangeDigits);
    }
    operators.adapt();
  }
  EXPECT_GT(operators.probability(OperatorGroup::kText, kChangeDigits), 2 * before);
  EXPECT_LT(operators.probability(OperatorGroup::kText, kWrap), before);
  EXPECT_DOUBLE_EQ(operators.probability(OperatorGroup::kStatement, kChange), 0.5);  // was not used
}

TEST(Operators, TakeIsWhatWasChosenSince) {
  Operators operators(false);
  Random random(Seed(std::uint64_t{1}));
  (void)operators.choose(OperatorGroup::kNumber, random);
  (void)operators.choose(OperatorGroup::kPiece, random);
  EXPECT_EQ(operators.take().count(), 2u);
  EXPECT_TRUE(operators.take().none());
}

TEST(Operators, ValuesAreMadeByThem) {
  Operators operators(false);
  ValuePool pool;
  pool.operators = &operators;
  Random random(Seed(std::uint64_t{1}));
  std::string text = "abc";
  change_text(text, pool, random);
  EXPECT_TRUE(operators.take().any());
  Type integer;
  integer.kind = TypeKind::kInteger;
  integer.bits = 32;
  (void)changed_scalar(integer, 7, pool, random);
  EXPECT_TRUE(operators.take().any());
  (void)fresh_scalar(integer, pool, random);
  EXPECT_TRUE(operators.take().any());
}

TEST(Operators, WhatNoComparisonShowedIsNotChosenUnlessThereAreSuch) {
  EXPECT_EQ(Operators(false).probability(OperatorGroup::kText, kSeenText), 0);
  EXPECT_GT(Operators(true).probability(OperatorGroup::kText, kSeenText), 0);
}

}  // namespace
}  // namespace reenact
