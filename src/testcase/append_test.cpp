#include "testcase/append.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

/// Of small_api(): T(int), void T::set(const char*, size_t), T* T::twin().
constexpr CallableId kMake(0u), kSet(1u), kTwin(2u);

class AppendTest : public testing::Test {
 protected:
  [[nodiscard]] TypeId type_of(TypeKind kind) const {
    for (const Type& type : api_.types)
      if (type.kind == kind) return type.id;
    return {};
  }
  /// The variable of `source` as argument number `at` of `callable`.
  [[nodiscard]] Argument as(CallableId callable, std::size_t at, StatementIndex source) const {
    const auto argument = argument_from(test_, api_, api_[callable].parameters[at], source);
    EXPECT_TRUE(argument.has_value());
    return argument.value_or(Argument());
  }
  ApiModel api_ = small_api();
  TestCase test_;
};

TEST_F(AppendTest, ATestIsBuiltCallByCall) {
  const StatementIndex number = append_scalar(test_, type_of(TypeKind::kInteger), 7);
  const auto object = append_call(test_, api_, kMake, std::vector{as(kMake, 0, number)});
  ASSERT_TRUE(object);
  const StatementIndex text = append_text(test_, type_of(TypeKind::kText), "abc");
  ASSERT_TRUE(append_call(test_, api_, kSet, std::vector{as(kSet, 0, *object), as(kSet, 1, text), as(kSet, 2, text)}));
  ASSERT_TRUE(append_call(test_, api_, kTwin, std::vector{as(kTwin, 0, *object)}));
  EXPECT_TRUE(valid(test_, api_));
  EXPECT_EQ(test_.calls(), 3u);
  EXPECT_EQ(test_.text_of(test_[text]), "abc");
}

TEST_F(AppendTest, WhatDoesNotFitChangesNothing) {
  const StatementIndex text = append_text(test_, type_of(TypeKind::kText), "abc");
  EXPECT_FALSE(append_call(test_, api_, kMake, {}));                                               // too few
  EXPECT_FALSE(append_call(test_, api_, kMake, std::vector{Argument()}));                          // null for a number
  EXPECT_FALSE(append_call(test_, api_, kMake, std::vector{Argument{text, PassMode::kAddress}}));  // another type
  EXPECT_FALSE(append_call(test_, api_, kMake, std::vector{Argument{StatementIndex(5u), PassMode::kAddress}}));
  api_.callables[kMake.index()].usable = false;
  const StatementIndex number = append_scalar(test_, type_of(TypeKind::kInteger), 7);
  EXPECT_FALSE(append_call(test_, api_, kMake, std::vector{Argument{number, PassMode::kAddress}}));
  EXPECT_EQ(test_.size(), 2u);
  EXPECT_TRUE(test_.arguments.empty());
}

TEST_F(AppendTest, NumbersKeepTheirOrder) {
  ApiModel api = api_;
  const TypeId numbers(api.types.size());
  api.types.push_back({.id = numbers, .kind = TypeKind::kNumbers, .element = type_of(TypeKind::kInteger)});
  (void)append_numbers(test_, numbers, std::vector<std::int64_t>{4});
  const StatementIndex at = append_numbers(test_, numbers, std::vector<std::int64_t>{7, -1});
  EXPECT_THAT(test_.numbers_of(test_[at]), testing::ElementsAre(7, -1));
}

}  // namespace
}  // namespace reenact
