#include "strategy/concolic/test_inputs.h"

#include <gtest/gtest.h>

#include <bit>

#include "abi/concolic.h"
#include "symbolic/print.h"

namespace reenact::concolic {
namespace {

enum : std::size_t { kInt, kFloat, kFlag, kColour, kText, kShorts, kShort };

class TestInputsTest : public testing::Test {
 protected:
  TestInputsTest() {
    add_type(kInt, {.kind = TypeKind::kInteger, .bits = 32, .is_signed = true});
    add_type(kFloat, {.kind = TypeKind::kFloat, .bits = 32});
    add_type(kFlag, {.kind = TypeKind::kBool});
    add_type(kColour, {.kind = TypeKind::kEnum, .bits = 32, .enumerators = {{"kRed", 1}, {"kBlue", 4}}});
    add_type(kText, {.kind = TypeKind::kText});
    add_type(kShorts, {.kind = TypeKind::kNumbers, .element = TypeId(std::size_t{kShort})});
    add_type(kShort, {.kind = TypeKind::kInteger, .bits = 16, .is_signed = true});
  }

  void add_type(std::size_t id, Type type) {
    type.id = TypeId(id);
    api_.types.push_back(std::move(type));
  }

  void scalar(std::size_t type, std::int64_t bits) {
    test_.statements.push_back({.kind = StatementKind::kScalar, .type = TypeId(type), .bits = bits});
  }
  void text(std::string_view value) {
    test_.statements.push_back({.kind = StatementKind::kText,
                                .type = TypeId(std::size_t{kText}),
                                .first = static_cast<std::uint32_t>(test_.bytes.size()),
                                .count = static_cast<std::uint32_t>(value.size())});
    test_.bytes += value;
  }
  /// The test with one input changed.
  std::optional<TestCase> with(std::size_t statement, std::size_t element, unsigned width, symbolic::Bits value) {
    const Expr symbol = inputs_.symbol(test_, std::uint64_t{statement} << 32 | element, width);
    symbolic::Assignment model;
    model.values.emplace(e_.symbol_of(symbol), value);
    return inputs_.changed(test_, model);
  }

  ApiModel api_;
  Expressions e_;
  TestInputs inputs_{api_, e_};
  TestCase test_;
};

TEST_F(TestInputsTest, NumbersComeBackAsTheirTypeHasThem) {
  scalar(kInt, 7);
  scalar(kFloat, std::bit_cast<std::int64_t>(1.5));
  EXPECT_EQ(with(0, 0, 32, 0xffff'fffe)->statements[0].bits, -2);
  const auto half = with(1, 0, 32, std::bit_cast<std::uint32_t>(-0.5F));
  EXPECT_EQ(std::bit_cast<double>(half->statements[1].bits), -0.5);
  EXPECT_EQ(half->statements[0].bits, 7) << "what the model does not name stays";
}

TEST_F(TestInputsTest, CharactersAndElements) {
  text("ab");
  text("cd");
  test_.statements.push_back(
      {.kind = StatementKind::kNumbers, .type = TypeId(std::size_t{kShorts}), .first = 0, .count = 2});
  test_.numbers = {1, 2};
  EXPECT_EQ(with(1, 0, 8, 'x')->bytes, "abxd");
  EXPECT_EQ(with(2, 1, 16, 0xffff)->numbers, (std::vector<std::int64_t>{1, -1}));
}

TEST_F(TestInputsTest, WhatTheRunNamesAndTheTestDoesNotHave) {
  scalar(kInt, 7);
  text("ab");
  EXPECT_EQ(inputs_.symbol(test_, 0, 16), Expr{}) << "another width";
  EXPECT_EQ(inputs_.symbol(test_, std::uint64_t{1} << 32 | 2, 8), Expr{}) << "behind the text";
  EXPECT_EQ(inputs_.symbol(test_, std::uint64_t{2} << 32, 32), Expr{}) << "no such statement";
}

TEST_F(TestInputsTest, EnumerationsKeepToTheirValues) {
  scalar(kColour, 1);
  scalar(kFlag, 0);
  const PathCondition demands = inputs_.demands(test_);
  ASSERT_EQ(demands.size(), 2);
  EXPECT_FALSE(demands[0].negatable);
  symbolic::Assignment own = inputs_.values_of(test_);
  for (const Clause& each : demands) EXPECT_TRUE(symbolic::Evaluator(e_, own).holds(each.condition));
  EXPECT_EQ(with(0, 0, 32, 4)->statements[0].bits, 4);
  EXPECT_FALSE(with(0, 0, 32, 3).has_value());
}

TEST_F(TestInputsTest, LongerTexts) {
  text("ab");
  text("four");
  const TestCase longer = TestInputs::with_longer_texts(test_, 3);
  EXPECT_EQ(longer.text_of(longer.statements[0]), std::string_view("ab\0", 3));
  EXPECT_EQ(longer.text_of(longer.statements[1]), "four");
  EXPECT_NE(TestInputs::shape_of(longer), TestInputs::shape_of(test_));
}

// f(v0.data, v0.size): a solver says how long the text is.
TEST_F(TestInputsTest, TheSizeOfATextThatIsGivenIt) {
  text("ab");
  text("cd");
  const std::uint32_t size = static_cast<std::uint32_t>(kReenactSizeElement);
  EXPECT_TRUE(inputs_.demands(test_).empty()) << "no call is given a size";
  test_.arguments.push_back({StatementIndex(std::size_t{1}), PassMode::kLength});
  test_.statements.push_back({.kind = StatementKind::kCall, .first = 0, .count = 1});
  EXPECT_EQ(inputs_.values_of(test_).value(e_.symbol_of(inputs_.symbol(test_, std::uint64_t{1} << 32 | size, 64))), 2);
  const auto longer = with(1, size, 64, 4);
  EXPECT_EQ(longer->text_of(longer->statements[0]), "ab");
  EXPECT_EQ(longer->text_of(longer->statements[1]), std::string_view("cd\0\0", 4));
  EXPECT_EQ(with(1, size, 64, 1)->bytes, "abc");
  EXPECT_EQ(TestInputs::shape_of(*longer), TestInputs::shape_of(test_)) << "their conditions mean the same";
  ASSERT_EQ(inputs_.demands(test_).size(), 1);
  EXPECT_FALSE(with(1, size, 64, 1'000'000).has_value());
}

}  // namespace
}  // namespace reenact::concolic
