#include "session/portfolio.h"

#include <gtest/gtest.h>

#include <map>

namespace reenact {
namespace {

/// How many of `turns` turns each strategy gets; those of strategy 0 are worth `worth` each.
std::map<std::size_t, int> turns_of(Turns& turns, int count, double worth) {
  std::map<std::size_t, int> result;
  for (int i = 0; i < count; ++i) {
    const std::size_t next = turns.next();
    ++result[next];
    turns.had_turn(next, 200);
    if (next == 0) turns.credit(0, worth);
  }
  return result;
}

TEST(Turns, WithoutCreditAreEven) {
  Turns turns(3);
  const auto had = turns_of(turns, 300, 0);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(had.at(i), 100, 2);
}

TEST(Turns, GoToWhoBringsSomethingButStarveNobody) {
  Turns turns(2);
  const auto had = turns_of(turns, 400, 1);
  EXPECT_NEAR(had.at(0), 300, 10);  // half is dealt evenly, the other half is all its own
  EXPECT_NEAR(had.at(1), 100, 10);
}

TEST(Turns, WhatWasBroughtLongAgoIsForgotten) {
  Turns turns(2);
  (void)turns_of(turns, 300, 1);
  turns.credit(1, 1);
  (void)turns_of(turns, 1000, 0);
  for (int i = 0; i < 10; ++i) turns.credit(1, 1);
  EXPECT_GT(turns_of(turns, 100, 0).at(1), 60);
}

TEST(Turns, WhoHasGivenUpGetsNone) {
  Turns turns(2);
  turns.give_up(0);
  EXPECT_EQ(turns_of(turns, 50, 0).at(1), 50);
  EXPECT_TRUE(turns.any_left());
  turns.give_up(1);
  EXPECT_FALSE(turns.any_left());
}

class NoExecutor final : public Executor {
 public:
  Expected<void> run(std::span<const TestCase* const>,
                     const std::function<void(std::size_t, const Observation&)>&) override {
    return {};
  }
  Expected<void> run_alone(const TestCase&, const std::function<void(const Observation&)>&) override { return {}; }
};

class NoFitness final : public Fitness {
 public:
  double evaluate(const Observation&) override { return 1; }
  std::string explain(const Observation&) const override { return ""; }
  double worst() const override { return 2; }
};

/// Counts down: each turn brings a test better by one, from what another has told if that is better. `steps` tests of its
/// own, then it gives up.
class Counting final : public Strategy {
 public:
  Counting(const SearchContext& context, int steps, bool is_even)
      : context_(context), steps_(steps), is_even_(is_even) {}

  Turn advance(const Slice& slice, Exchange& exchange) override {
    context_.budget.spend(slice.tests);
    std::optional<EntryId> from;
    for (const Entry* entry : exchange.news_for(context_.self, read_))
      if (const auto& told = std::get<ReachedTest>(entry->finding); told.fitness < best_) {
        best_ = told.fitness;
        from = entry->id;
      }
    if (best_ == 0) return {Turn::End::kFound, slice.tests, {}, {}};  // another island was the first
    // From even numbers only one of the two gets on, from odd ones only the other.
    if ((static_cast<int>(best_) % 2 == 0) != is_even_) {
      if (steps_-- == 0) return {Turn::End::kGaveUp, slice.tests, "no way on", {}};
      return {Turn::End::kProgress, slice.tests, {}, {}};
    }
    best_ -= 1;
    (void)exchange.add(context_.self, ReachedTest{TestCase(), best_, {}, {}}, from);
    return {best_ == 0 ? Turn::End::kFound : Turn::End::kProgress, slice.tests, {}, {}};
  }
  SearchResult take_result() override {
    SearchResult result;
    result.best.statements.resize(1);
    result.fitness = best_;
    return result;
  }

 private:
  const SearchContext context_;
  int steps_;
  bool is_even_;
  double best_ = 10;
  EntryId read_;
};

/// Proves in its second turn that there is nothing to find.
class Proving final : public Strategy {
 public:
  explicit Proving(const SearchContext& context) : context_(context) {}
  Turn advance(const Slice& slice, Exchange&) override {
    context_.budget.spend(slice.tests);
    return {turns_++ == 0 ? Turn::End::kProgress : Turn::End::kImpossible, slice.tests, {}, {}};
  }
  SearchResult take_result() override { return {}; }

 private:
  const SearchContext context_;
  int turns_ = 0;
};

/// Has nothing to call.
class Helpless final : public Strategy {
 public:
  Turn advance(const Slice&, Exchange&) override { return {Turn::End::kNothingToCall, 0, "nothing makes a Door", {}}; }
  SearchResult take_result() override { return {}; }
};

class PortfolioTest : public testing::Test {
 protected:
  Portfolio::Result run(const std::vector<std::string>& names, int steps = 1000, unsigned islands = 1) {
    Portfolio portfolio(names,
                        [&](std::size_t strategy, std::size_t, const SearchContext& context) {
                          return std::make_unique<Counting>(context, steps, names[strategy] == "even");
                        },
                        {goal_, api_, budget_});
    std::vector<Island> all(islands, Island{executor_, fitness_, random_});
    return portfolio.run(all);
  }

  ProgramModel program_;
  ApiModel api_;
  Goal goal_{.report = nullptr, .program = &program_, .frames = {}, .target = {}};
  SteadyClock clock_;
  Budget budget_{clock_, std::chrono::hours(1), 1'000'000};
  NoExecutor executor_;
  NoFitness fitness_;
  Random random_{Seed(std::uint64_t{1})};
};

TEST_F(PortfolioTest, TwoFindTogetherWhatNeitherFindsAlone) {
  EXPECT_GT(run({"even"}, 10).found.fitness, 0);
  EXPECT_GT(run({"odd"}, 10).found.fitness, 0);
  const Portfolio::Result result = run({"even", "odd"});
  EXPECT_EQ(result.found.fitness, 0);
  EXPECT_EQ(result.strategy, "odd");
}

TEST_F(PortfolioTest, WhenAllHaveGivenUpItSaysWhy) {
  const Portfolio::Result result = run({"odd"}, 3);
  EXPECT_EQ(result.gave_up, "no way on");
}

TEST_F(PortfolioTest, WhatOneProvesImpossibleTheOthersDoNotLookFor) {
  const std::vector<std::string> names{"odd", "proving"};
  Portfolio portfolio(
      names,
      [&](std::size_t strategy, std::size_t, const SearchContext& context) -> std::unique_ptr<Strategy> {
        if (names[strategy] == "proving") return std::make_unique<Proving>(context);
        return std::make_unique<Counting>(context, 1'000'000, false);
      },
      {goal_, api_, budget_});
  const Island island{executor_, fitness_, random_};
  const Portfolio::Result result = portfolio.run(std::span(&island, 1));
  EXPECT_GT(result.found.fitness, 0);
  EXPECT_LT(budget_.executions(), 2000U);
}

TEST_F(PortfolioTest, WhereNothingCanBeCalledNobodySearches) {
  const std::vector<std::string> names{"counting", "helpless"};
  Portfolio portfolio(
      names,
      [&](std::size_t strategy, std::size_t, const SearchContext& context) -> std::unique_ptr<Strategy> {
        if (names[strategy] == "helpless") return std::make_unique<Helpless>();
        return std::make_unique<Counting>(context, 1'000'000, false);
      },
      {goal_, api_, budget_});
  const Island island{executor_, fitness_, random_};
  const Portfolio::Result result = portfolio.run(std::span(&island, 1));
  EXPECT_EQ(result.gave_up, "nothing makes a Door");
  EXPECT_LT(budget_.executions(), 2000U);
}

TEST_F(PortfolioTest, SeveralIslandsShareOneExchange) {
  const Portfolio::Result result = run({"even", "odd"}, 1'000'000, 3);
  EXPECT_EQ(result.found.fitness, 0);
}

TEST_F(PortfolioTest, AnIslandMayLackAStrategy) {
  const std::vector<std::string> names{"even", "odd"};
  const auto on_the_first_island = [&](std::size_t lacking) {
    return [&, lacking](std::size_t strategy, std::size_t island,
                        const SearchContext& context) -> std::unique_ptr<Strategy> {
      if (island > 0 && strategy >= lacking) return nullptr;
      return std::make_unique<Counting>(context, 1'000'000, names[strategy] == "even");
    };
  };
  const std::vector<Island> islands(2, Island{executor_, fitness_, random_});
  for (const std::size_t lacking : {0, 1}) {
    Portfolio portfolio(names, on_the_first_island(lacking), {goal_, api_, budget_});
    EXPECT_EQ(portfolio.run(islands).found.fitness, 0);
  }
}

TEST_F(PortfolioTest, EndsWithItsBudget) {
  Budget small(clock_, std::chrono::hours(1), 1000);
  Portfolio portfolio({"odd"},
                      [&](std::size_t, std::size_t, const SearchContext& context) {
                        return std::make_unique<Counting>(context, 1'000'000, false);
                      },
                      {goal_, api_, small});
  const Island island{executor_, fitness_, random_};
  (void)portfolio.run(std::span(&island, 1));
  EXPECT_EQ(small.executions(), 1000u);
}

}  // namespace
}  // namespace reenact
