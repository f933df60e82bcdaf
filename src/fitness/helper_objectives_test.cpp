#include "fitness/helper_objectives.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

TestCase calling(const std::vector<unsigned>& callables) {
  TestCase test;
  test.statements.push_back({.kind = StatementKind::kScalar});
  for (const unsigned id : callables)
    test.statements.push_back({.kind = StatementKind::kCall, .callable = CallableId(id)});
  return test;
}

TEST(CallDiversity, TheHeadersExample) {
  const CallDiversity diversity({CallableId(4u), CallableId(1u), CallableId(3u), CallableId(2u), CallableId(1u)});
  const auto calls = [&](const std::vector<unsigned>& ids) { return diversity.calls_of(calling(ids)); };
  EXPECT_DOUBLE_EQ(diversity.similarity(calls({1, 4}), {calls({1, 2})}), 0.5);
  EXPECT_DOUBLE_EQ(diversity.similarity(calls({1, 4}), {calls({3})}), 0.25);
  EXPECT_DOUBLE_EQ(diversity.similarity(calls({1, 4}), {calls({1, 2}), calls({3})}), 0.25);
  EXPECT_DOUBLE_EQ(diversity.similarity(calls({1, 4}), {calls({2, 3})}), 0);
  EXPECT_DOUBLE_EQ(diversity.similarity(calls({1, 4}), {calls({1, 4})}), 1);
}

TEST(CallDiversity, HowOftenAndOtherClassesDoNotCount) {
  const CallDiversity diversity({CallableId(1u), CallableId(2u)});
  EXPECT_EQ(diversity.calls_of(calling({1, 1, 9})), diversity.calls_of(calling({1})));
}

TEST(CallDiversity, ManyCallables) {
  std::vector<CallableId> callables;
  for (unsigned i = 0; i < 200; ++i) callables.emplace_back(i);
  const CallDiversity diversity(callables);
  EXPECT_DOUBLE_EQ(diversity.similarity(diversity.calls_of(calling({0, 70, 199})), {diversity.calls_of(calling({70}))}),
                   0.99);
}

TEST(CallDiversity, OfNothing) {
  EXPECT_DOUBLE_EQ(CallDiversity({}).similarity({}, {}), 1);
  const CallDiversity diversity({CallableId(1u)});
  EXPECT_DOUBLE_EQ(diversity.similarity(diversity.calls_of(calling({1})), {}), 1);
}

}  // namespace
}  // namespace reenact
