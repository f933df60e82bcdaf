#include "strategy/genetic/guided_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "crash/match.h"
#include "strategy/moho/moho_search.h"
#include "strategy/random/random_search.h"

namespace reenact {
namespace {

constexpr std::int64_t kWanted = 123'456'789;

/// void set(int);  void other(int);
ApiModel api_of_two() {
  ApiModel api;
  Type integer;
  integer.id = TypeId(0u);
  integer.kind = TypeKind::kInteger;
  integer.bits = 32;
  integer.is_signed = true;
  api.types.push_back(integer);
  for (unsigned i = 0; i < 2; ++i) {
    Callable made;
    made.id = CallableId(i);
    made.parameters = {{.name = "n", .type = integer.id, .sources = {{integer.id, PassMode::kAddress}}}};
    api.callables.push_back(made);
  }
  api.producers.assign(api.types.size(), {});
  return api;
}

/// "Runs" set(n): compares n with kWanted, as it tells `operands`; `depth` is how far off the nearest was.
class FakeExecutor final : public Executor {
 public:
  explicit FakeExecutor(SeenOperands* operands = nullptr) : operands_(operands) {}
  Expected<void> run(std::span<const TestCase* const> tests,
                     const std::function<void(std::size_t, const Observation&)>& seen) override {
    if (distances.size() >= lasts) return subject_error("the subject is gone");
    for (std::size_t i = 0; i < tests.size(); ++i) seen(i, observe(*tests[i]));
    return {};
  }
  Expected<void> run_alone(const TestCase& test, const std::function<void(const Observation&)>& seen) override {
    seen(observe(test));
    return {};
  }
  std::vector<std::uint32_t> distances;  // of all tests run, in order
  std::size_t lasts = SIZE_MAX;          // tests; then it fails
  unsigned novel = 0;                    // what every test enters for the first time, at the goal

 private:
  Observation observe(const TestCase& test) {
    Observation run;
    run.depth = 0xffff'ffff;
    for (const Statement& statement : test.statements) {
      if (statement.kind != StatementKind::kCall || statement.callable != CallableId(0u)) continue;
      const std::int64_t number = test[test.arguments_of(statement)[0].source].bits;
      if (operands_ != nullptr && number != kWanted) operands_->add_integers(number, kWanted);
      run.depth = std::min(run.depth, static_cast<std::uint32_t>(std::abs(number - kWanted) / 8));
    }
    distances.push_back(run.depth);
    run.novel_at_goal = novel;
    return run;
  }
  SeenOperands* operands_;
};

/// 0 where the number is the one, else how far off it is.
class NumberFitness final : public Fitness {
 public:
  double evaluate(const Observation& run) override { return phi(run.depth); }
  std::string explain(const Observation&) const override { return "another number"; }
  double worst() const override { return 1; }
};

struct Outcome {
  std::vector<std::uint32_t> distances;
  bool found = false;
  SearchResult result;
};

Outcome search(Strategy& strategy, FakeExecutor& executor, std::uint64_t executions) {
  const ApiModel api = api_of_two();
  const ProgramModel program;
  const CrashReport report;
  Goal goal;
  goal.api = &api;
  goal.program = &program;
  goal.report = &report;
  goal.frames.emplace_back();
  goal.crash_calls = {CallableId(0u)};
  goal.unit_calls = {CallableId(0u), CallableId(1u)};
  NumberFitness fitness;
  const SteadyClock clock;
  const std::atomic<bool> interrupted = false;
  Budget budget(clock, std::chrono::hours(1), executions, &interrupted);
  Random random(Seed(std::uint64_t{5}));
  const auto result = strategy.search({goal, fitness, executor, budget, random});
  EXPECT_TRUE(result.has_value());
  return {executor.distances, result && result->fitness <= 0, result.value_or(SearchResult())};
}

Outcome search(const GuidedOptions& options, std::uint64_t executions = 3000) {
  const ValuePool pool;
  FakeExecutor executor;
  if (options.helpers) {
    MohoSearch strategy(options, pool);
    return search(strategy, executor, executions);
  }
  GuidedSearch strategy(options, pool);
  return search(strategy, executor, executions);
}

TEST(GuidedSearch, EachSwitchIsAnotherSearchAndEachRepeatsItself) {
  GuidedOptions plain, adaptive, nsga2, spea2, adaptive_moho;
  adaptive.adaptive = true;
  nsga2.helpers = spea2.helpers = adaptive_moho.helpers = true;
  nsga2.spea2 = false;
  adaptive_moho.adaptive = true;
  std::vector<std::vector<std::uint32_t>> seen;
  for (const GuidedOptions& options : {plain, adaptive, nsga2, spea2, adaptive_moho}) {
    const Outcome first = search(options);
    EXPECT_EQ(first.distances, search(options).distances);
    EXPECT_EQ(std::ranges::count(seen, first.distances), 0);
    seen.push_back(first.distances);
  }
}

TEST(GuidedSearch, TheBestSoFarOutlivesTheExecutor) {
  for (const bool helpers : {false, true}) {
    const ValuePool pool;
    FakeExecutor executor;
    executor.lasts = 200;
    GuidedSearch strategy({.helpers = helpers}, pool);
    const SearchResult result = search(strategy, executor, 3000).result;
    EXPECT_EQ(result.stopped, "the subject is gone");
    EXPECT_EQ(result.fitness, phi(*std::ranges::min_element(executor.distances)));
    EXPECT_GT(result.best.size(), 0u);
  }
}

TEST(GuidedSearch, WithEveryTestNewNoveltyChangesTheSearchAndWithoutNoveltyNothing) {
  for (const double novelty : {0.35, 0.0}) {
    const ValuePool pool;
    FakeExecutor nothing_new, all_new;
    all_new.novel = 1;
    for (FakeExecutor* executor : {&nothing_new, &all_new}) {
      GuidedSearch strategy({.novelty = novelty}, pool);
      (void)search(strategy, *executor, 3000);
    }
    EXPECT_EQ(nothing_new.distances == all_new.distances, novelty == 0);
  }
}

TEST(RandomSearch, NothingThatATestShowsChangesTheNext) {
  const ValuePool pool;
  FakeExecutor nothing_new, all_new;
  all_new.novel = 1;
  for (FakeExecutor* executor : {&nothing_new, &all_new}) {
    RandomSearch strategy(pool);
    (void)search(strategy, *executor, 3000);
  }
  EXPECT_EQ(nothing_new.distances, all_new.distances);
  EXPECT_GT(std::set(all_new.distances.begin(), all_new.distances.end()).size(), 10u);
}

TEST(GuidedSearch, WhatTheSubjectComparesWithIsTried) {
  for (const bool adaptive : {false, true}) {
    SeenOperands operands;
    ValuePool pool;
    pool.seen = &operands;
    FakeExecutor executor(&operands);
    GuidedSearch strategy({.adaptive = adaptive}, pool);
    EXPECT_TRUE(search(strategy, executor, 300).found);
    EXPECT_FALSE(search({.adaptive = adaptive}, 300).found);  // no comparison is told
  }
}

}  // namespace
}  // namespace reenact
