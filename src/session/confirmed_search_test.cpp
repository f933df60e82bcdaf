#include "session/confirmed_search.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "session/testdata/plain_calls.h"

namespace reenact {
namespace {

bool has(const TestCase& test, unsigned callable) {
  return std::ranges::any_of(test.statements,
                             [&](const Statement& each) { return each.callable == CallableId(callable); });
}

/// c6 and c7 crash, unless c9 is called, too; c8 gets half the way.
class NumberedExecutor final : public Executor {
 public:
  Expected<void> run(std::span<const TestCase* const> tests,
                     const std::function<void(std::size_t, const Observation&)>& seen) override {
    for (std::size_t i = 0; i < tests.size(); ++i) seen(i, observe(*tests[i]));
    return {};
  }
  Expected<void> run_alone(const TestCase& test, const std::function<void(const Observation&)>& seen) override {
    seen(observe(test));
    return {};
  }

 private:
  static Observation observe(const TestCase& test) {
    Observation run;
    run.raised = (has(test, 6) || has(test, 7)) && !has(test, 9);
    run.kind = run.raised ? CrashKind::kAbort : CrashKind::kUnknown;
    run.depth = has(test, 8) ? 1 : 0;
    return run;
  }
};

class Halfway final : public Fitness {
 public:
  double evaluate(const Observation& run) override { return run.raised ? 0 : run.depth > 0 ? 1 : 2; }
  std::string explain(const Observation& run) const override { return run.depth > 0 ? "c7 not entered" : "all"; }
  double worst() const override { return 3; }
};

class Silent final : public ReproduceObserver {
 public:
  void phase(std::string_view) override {}
  void step(std::string_view, std::size_t, std::size_t) override {}
  void progress(const SearchProgress&) override {}
};

class ConfirmedSearchTest : public testing::Test {
 protected:
  ConfirmedSearchTest() { subject_.api = api_of({"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"}); }

  ConfirmedSearch search() {
    return ConfirmedSearch(
        {subject_, executor_, fitness_, rejections_, budget_, checker_, clock_, interrupted_, phases_, result_});
  }
  /// One search after the other finds the next of `tests`, for two executions each.
  ConfirmedSearch::Steps steps(std::vector<TestCase> tests, const std::vector<std::string>& differences,
                               std::uint64_t restarts) {
    return {[this, tests, at = std::size_t{0}]() mutable -> Portfolio::Result {
              budget_.spend(2);
              Portfolio::Result result;
              SearchResult& found = result.found;
              found.best = tests.at(at++);
              (void)executor_.run_alone(found.best,
                                        [&](const Observation& run) { found.fitness = inner_.evaluate(run); });
              return result;
            },
            [this, differences](const TestCase& test) -> Expected<std::string> {
              checked_.push_back(test.statements.size());
              return differences.at(checked_.size() - 1);
            },
            restarts};
  }

  Subject subject_;
  NumberedExecutor executor_;
  Halfway inner_;
  Rejections rejections_;
  RejectingFitness fitness_{inner_, rejections_};
  SteadyClock clock_;
  std::atomic<bool> interrupted_ = false;
  Budget budget_{clock_, std::chrono::hours(1), 1000};
  TestChecker checker_{subject_, {.build_dir = "no project"}, "no scratch"};  // its build fails
  Silent observer_;
  Reproduction result_;
  PhaseLog phases_{clock_, observer_, result_.phases};
  std::vector<std::size_t> checked_;  // statements of the tests
};

TEST_F(ConfirmedSearchTest, ChecksTheMinimisedTest) {
  const auto outcome = search().run(steps({calls({1, 7, 2})}, {""}, 0));
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->is_confirmed);
  EXPECT_EQ(checked_, std::vector<std::size_t>{1});
  EXPECT_EQ(result_.search_executions, 2u);
}

TEST_F(ConfirmedSearchTest, GoesOnWhenATestIsNotConfirmed) {
  const auto outcome = search().run(steps({calls({7}), calls({1, 7}), calls({6})}, {"another trace", ""}, 0));
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->is_confirmed);
  EXPECT_EQ(checked_.size(), 2u) << "the same test, once it is minimised, is not verified again";
  Observation refuted;
  (void)executor_.run_alone(calls({7}), [&](const Observation& run) { refuted = run; });
  EXPECT_GT(fitness_.evaluate(refuted), 0) << "the search was to be told";
}

TEST_F(ConfirmedSearchTest, AVerdictTakesNoTimeFromTheSearch) {
  ManualClock clock;
  Budget budget(clock, std::chrono::seconds(60), 1000);
  ConfirmedSearch slow(
      {subject_, executor_, fitness_, rejections_, budget, checker_, clock, interrupted_, phases_, result_});
  auto each = steps({calls({7}), calls({6})}, {"another trace", ""}, 0);
  const auto outcome = slow.run({each.search,
                                 [&](const TestCase& test) {
                                   clock.advance(std::chrono::seconds(90));
                                   return each.difference(test);
                                 },
                                 0});
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->is_confirmed) << "the second search had its minute, too";
  EXPECT_EQ(budget.lent(), std::chrono::seconds(180))
      << "what comes behind has its time, too: it may be a part of the crash";
}

TEST_F(ConfirmedSearchTest, WithoutTheCrashTheNearestOfAllSearchesIsLeft) {
  const auto outcome = search().run(steps({calls({1}), calls({8, 2}), calls({2})}, {}, 2));
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(outcome->is_confirmed);
  EXPECT_TRUE(has(outcome->nearest.best, 8));
  EXPECT_EQ(result_.search_executions, 6u);
}

TEST_F(ConfirmedSearchTest, AnErrorOfAStepEndsIt) {
  auto failing = steps({calls({7})}, {}, 0);
  failing.difference = [](const TestCase&) -> Expected<std::string> { return interrupted_error(); };
  const auto outcome = search().run(failing);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::kInterrupted);
}

TEST_F(ConfirmedSearchTest, TheNearestTestIsMinimisedAndSaysWhatItLacks) {
  EXPECT_EQ(search().keep_nearest({.best = calls({1, 8, 2, 3})}, "Target", nullptr), false);
  EXPECT_EQ(result_.statements, 1u);
  EXPECT_EQ(result_.fitness, 1);
  EXPECT_EQ(result_.lacks, "c7 not entered");
  EXPECT_THAT(result_.test_source,
              testing::HasSubstr("// Not the crash, but the nearest test that was found: c7 not entered.\n"
                                 "// Raises nothing yet.\n"
                                 "TEST(Target, ComesNearest) {\n  c8();\n}\n"));
}

TEST_F(ConfirmedSearchTest, WhoInterruptsGetsTheNearestTestAsItIs) {
  interrupted_ = true;
  EXPECT_EQ(search().keep_nearest({.best = calls({1, 8, 2, 3})}, "Target", nullptr), false);
  EXPECT_EQ(result_.statements, 4u);
}

TEST_F(ConfirmedSearchTest, TheNearestTestThatIsTheCrashWithoutACallIsChecked) {
  const SearchResult nearest{.best = calls({7, 8, 9})};
  const auto checks = [&](const std::string& difference) {
    return [this, difference](const TestCase& test) -> Expected<std::string> {
      checked_.push_back(test.statements.size());
      return difference;
    };
  };
  EXPECT_EQ(search().keep_nearest(nearest, "Target", checks("")), true);
  EXPECT_EQ(checked_, std::vector<std::size_t>{1});
  EXPECT_EQ(search().keep_nearest(nearest, "Target", checks("another trace")), false);
  EXPECT_FALSE(search().keep_nearest(nearest, "Target",
                                     [](const TestCase&) -> Expected<std::string> { return interrupted_error(); }));
}

TEST(EndedEarly, IsNoFailure) {
  Reproduction result;
  result.phases = {{"build", 1}};
  ASSERT_TRUE(ended_early(interrupted_error(), result));
  EXPECT_EQ(result.lacks, "interrupted (phase: build)");
  EXPECT_FALSE(ended_early(subject_error("no compiler"), result));
}

TEST(WhyUnverified, NamesTheCompilersFirstError) {
  EXPECT_EQ(why_unverified({ErrorKind::kSubject,
                            "the test does not compile:\nIn file included from a.h:1:\nb.h:2:3: error: no\n"
                            "b.h:4:5: error: neither\n"}),
            "not verified: the test does not compile: b.h:2:3: error: no");
  EXPECT_EQ(why_unverified({ErrorKind::kSubject, "no room"}), "not verified: no room");
  EXPECT_EQ(why_unverified({ErrorKind::kInterrupted, ""}), "interrupted before it was verified");
}

}  // namespace
}  // namespace reenact
