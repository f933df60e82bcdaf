#include "strategy/deepener.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

/// A parser that needs a frame for each '[' in front; a small stack has 100, a whole one 10,000. Above a level of its own it gives up.
class NestingParser final : public Executor {
 public:
  explicit NestingParser(std::size_t own_limit) : own_limit_(own_limit) {}
  Expected<void> run(std::span<const TestCase* const> tests,
                     const std::function<void(std::size_t, const Observation&)>& seen) override {
    for (std::size_t i = 0; i < tests.size(); ++i)
      (void)run_alone(*tests[i], [&](const Observation& observation) { seen(i, observation); });
    return {};
  }
  Expected<void> run_alone(const TestCase& test, const std::function<void(const Observation&)>& seen) override {
    ++runs;
    const std::size_t level = std::min(own_limit_, std::min(test.bytes.find_first_not_of('['), test.bytes.size()));
    Observation observation;
    observation.raised = level > (is_whole_ ? 10'000u : 100u);
    observation.kind = observation.raised ? CrashKind::kStackOverflow : CrashKind::kUnknown;
    seen(observation);
    return {};
  }
  void use_whole_stack(bool whole) override { is_whole_ = whole; }

  std::size_t runs = 0;

 private:
  std::size_t own_limit_;
  bool is_whole_ = false;
};

class Crashes final : public Fitness {
 public:
  double evaluate(const Observation& run) override { return run.raised ? 0 : 1; }
  std::string explain(const Observation&) const override { return "deeper"; }
  double worst() const override { return 1; }
};

class DeepenerTest : public testing::Test {
 protected:
  DeepenerTest() { report_.kind = CrashKind::kStackOverflow; }

  TestCase text(const std::string& bytes) {
    TestCase test;
    Statement statement;
    statement.kind = StatementKind::kText;
    statement.type = text_;
    statement.count = static_cast<std::uint32_t>(bytes.size());
    test.bytes = bytes;
    test.statements.push_back(statement);
    return test;
  }
  SearchContext context(Executor& executor) {
    return {.goal = goal_,
            .api = made_.api,
            .fitness = fitness_,
            .executor = executor,
            .budget = budget_,
            .random = random_,
            .self = StrategyId()};
  }

  MadeUpApi made_;
  TypeId text_ = made_.type(TypeKind::kText);
  CrashReport report_;
  ProgramModel program_;
  Goal goal_{.report = &report_, .program = &program_, .frames = {}, .target = FrameIndex(std::size_t{0})};
  Crashes fitness_;
  SteadyClock clock_;
  Budget budget_{clock_, std::chrono::hours(1), 1'000'000};
  Random random_{Seed(std::uint64_t{1})};
};

TEST_F(DeepenerTest, WhatExhaustsASmallStackBecomesAsDeepAsAWholeOneTakes) {
  NestingParser executor(1'000'000);
  const SearchContext search = context(executor);
  const auto deeper = Deepener(search).deepen(text(std::string(300, '[') + "1, 2, 3"));
  ASSERT_TRUE(deeper.has_value());
  ASSERT_TRUE(deeper->has_value());
  const std::string bytes = (*deeper)->bytes;
  EXPECT_EQ(bytes, std::string(bytes.size(), '['));
  EXPECT_GT(bytes.size(), 10'000u);
  EXPECT_LT(bytes.size(), 40'000u);
}

TEST_F(DeepenerTest, OfTestsThatGetNotDeepEnoughEverFewerAreTried) {
  NestingParser executor(1000);
  const SearchContext search = context(executor);
  Deepener deepener(search);
  std::size_t tried = 0;
  for (int i = 0; i < 100; ++i) {
    const std::size_t before = executor.runs;
    EXPECT_FALSE(deepener.deepen(text(std::string(300, '['))).value().has_value());
    tried += executor.runs > before ? 1 : 0;
  }
  EXPECT_EQ(tried, 7u);  // the 1st, 2nd, 4th, ..., 64th
}

TEST_F(DeepenerTest, OtherGoalsHaveNoDepth) {
  report_.kind = CrashKind::kAbort;
  NestingParser executor(1'000'000);
  const SearchContext search = context(executor);
  EXPECT_FALSE(Deepener(search).deepen(text(std::string(300, '['))).value().has_value());
  EXPECT_EQ(executor.runs, 0u);
}

}  // namespace
}  // namespace reenact
