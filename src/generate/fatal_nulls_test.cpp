#include "generate/fatal_nulls.h"

#include <gtest/gtest.h>

#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

constexpr CallableId kUse{3u};  // void use(T* p, T&): p takes null

/// use(nullptr, t), as the last statement of `count`.
TestCase with_null(std::size_t count) {
  TestCase test;
  test.statements.resize(count);
  Statement& call = test.statements.back();
  call.kind = StatementKind::kCall;
  call.callable = kUse;
  call.count = 2;
  test.arguments.assign(2, Argument{});
  return test;
}

TEST(FatalNulls, DeathsMakeNullRareAndSurvivalsCommonAgain) {
  const ApiModel api = small_api();
  FatalNulls nulls(api, {});
  const Parameter& parameter = api[kUse].parameters.front();
  EXPECT_EQ(nulls.factor(parameter), 1);
  const TestCase test = with_null(1);
  nulls.note(test, StatementIndex(0u), true);
  EXPECT_EQ(nulls.factor(parameter), 0.5);
  for (int i = 0; i < 1000; ++i) nulls.note(test, StatementIndex(0u), true);
  EXPECT_EQ(nulls.factor(parameter), 0.05);
  for (int i = 0; i < 9000; ++i) nulls.note(test, StatementIndex(1u), false);
  EXPECT_GT(nulls.factor(parameter), 0.8);
}

TEST(FatalNulls, OnlyTheStatementThatDiedIsBlamed) {
  const ApiModel api = small_api();
  FatalNulls nulls(api, {});
  TestCase test = with_null(1);
  test.statements.push_back(test.statements.front());
  nulls.note(test, StatementIndex(1u), true);  // the first one survived
  EXPECT_NEAR(nulls.factor(api[kUse].parameters.front()), 2.0 / 3, 1e-9);
}

TEST(FatalNulls, TheGoalsOwnCallsAreExempt) {
  const ApiModel api = small_api();
  FatalNulls nulls(api, {kUse});
  nulls.note(with_null(1), StatementIndex(0u), true);
  EXPECT_EQ(nulls.factor(api[kUse].parameters.front()), 1);
}

}  // namespace
}  // namespace reenact
