#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <set>
#include <string>

#include "crash/match.h"
#include "strategy/genetic/genetic_search.h"
#include "strategy/moho/moho_search.h"
#include "strategy/random/random_search.h"
#include "testcase/append.h"

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

/// Which strategy, with what.
struct Settings {
  std::string strategy = "genetic";
  GuidedSettings guided{.guided = {}, .breeding = {}, .novelty = {}};
  MohoOptions moho;
  std::vector<TestCase> earlier;  // tests to begin with
};

std::unique_ptr<Strategy> make(const Settings& settings, const GoalCalls& calls, const ValuePool& pool,
                               const SearchContext& context) {
  if (settings.strategy == "random")
    return std::make_unique<RandomSearch>(settings.guided.guided, calls, pool, context);
  if (settings.strategy == "moho")
    return std::make_unique<MohoSearch>(settings.guided.guided, settings.guided.breeding, settings.moho, calls, pool,
                                        context);
  return std::make_unique<GeneticSearch>(settings.guided, GeneticOptions(), calls, pool, context);
}

/// In turns of `turn` tests. `told`: what another strategy has found worth trying.
Outcome search(const Settings& settings, FakeExecutor& executor, std::uint64_t executions, const ValuePool& pool = {},
               std::uint64_t turn = 200, const std::vector<std::int64_t>& told = {}) {
  const ApiModel api = api_of_two();
  const ProgramModel program;
  const CrashReport report;
  const Goal goal{.report = &report, .program = &program, .frames = {TargetFrame()}, .target = {}};
  const GoalCalls calls{
      .crash = {CallableId(0u)}, .unit = {CallableId(0u), CallableId(1u)}, .setup = {}, .arguments = {}, .setters = {}};
  NumberFitness fitness;
  const SteadyClock clock;
  const std::atomic<bool> interrupted = false;
  Budget budget(clock, std::chrono::hours(1), executions, &interrupted);
  Random random(Seed(std::uint64_t{5}));
  const auto strategy = make(settings, calls, pool,
                             {goal, api, fitness, executor, budget, random, StrategyId(0u), nullptr, settings.earlier});
  Exchange exchange;
  for (const std::int64_t value : told) (void)exchange.add(StrategyId(1u), WorthTrying{value});
  Turn last;
  while (!budget.exhausted() && executor.distances.size() < executor.lasts && last.end == Turn::End::kProgress)
    last = strategy->advance({turn}, exchange);
  SearchResult result = strategy->take_result();
  EXPECT_EQ(last.end == Turn::End::kFound, result.fitness <= 0);
  return {executor.distances, result.fitness <= 0, std::move(result)};
}

Outcome search(const Settings& settings, std::uint64_t executions = 3000, std::uint64_t turn = 200) {
  FakeExecutor executor;
  return search(settings, executor, executions, {}, turn);
}

TEST(GuidedSearch, BeginsWithTheBestTestsOfEarlierSearches) {
  const ApiModel api = api_of_two();
  Settings settings;
  settings.earlier.resize(1);
  const StatementIndex number = append_scalar(settings.earlier[0], TypeId(0u), kWanted + 80);
  ASSERT_TRUE(append_call(settings.earlier[0], api, CallableId(0u),
                          std::vector{Argument{number, PassMode::kAddress, kNoCast}}));
  EXPECT_EQ(search(settings).distances.front(), 10u);
  EXPECT_NE(search(Settings()).distances.front(), 10u);
}

TEST(GuidedSearch, EachSwitchIsAnotherSearchAndEachRepeatsItself) {
  Settings plain, nsga2, spea2;
  nsga2.strategy = spea2.strategy = "moho";
  nsga2.moho.selection = "nsga2";
  std::vector<std::vector<std::uint32_t>> seen;
  for (const Settings& settings : {plain, nsga2, spea2}) {
    const Outcome first = search(settings);
    EXPECT_EQ(first.distances, search(settings).distances);
    EXPECT_EQ(std::ranges::count(seen, first.distances), 0);
    seen.push_back(first.distances);
  }
}

TEST(GuidedSearch, HowLongATurnIsChangesNothing) {
  for (const char* strategy : {"genetic", "moho", "random"}) {
    Settings settings;
    settings.strategy = strategy;
    EXPECT_EQ(search(settings, 3000, 50).distances, search(settings, 3000, 3000).distances);
  }
}

TEST(GuidedSearch, TheBestSoFarOutlivesTheExecutor) {
  for (const char* strategy : {"genetic", "moho"}) {
    FakeExecutor executor;
    executor.lasts = 200;
    Settings settings;
    settings.strategy = strategy;
    const SearchResult result = search(settings, executor, 3000, {}, 3000).result;
    EXPECT_EQ(result.stopped, "the subject is gone");
    EXPECT_EQ(result.fitness, phi(*std::ranges::min_element(executor.distances)));
    EXPECT_GT(result.best.size(), 0u);
  }
}

TEST(GuidedSearch, WithEveryTestNewNoveltyChangesTheSearchAndWithoutNoveltyNothing) {
  for (const bool learns : {true, false}) {
    FakeExecutor nothing_new, all_new;
    all_new.novel = 1;
    Settings settings;
    if (!learns) settings.guided.novelty = NoveltyOptions::none();
    for (FakeExecutor* executor : {&nothing_new, &all_new}) (void)search(settings, *executor, 3000);
    EXPECT_EQ(nothing_new.distances == all_new.distances, !learns);
  }
}

TEST(RandomSearch, NothingThatATestShowsChangesTheNext) {
  FakeExecutor nothing_new, all_new;
  all_new.novel = 1;
  Settings settings;
  settings.strategy = "random";
  for (FakeExecutor* executor : {&nothing_new, &all_new}) (void)search(settings, *executor, 3000);
  EXPECT_EQ(nothing_new.distances, all_new.distances);
  EXPECT_GT(std::set(all_new.distances.begin(), all_new.distances.end()).size(), 10u);
}

TEST(GuidedSearch, WhatTheSubjectComparesWithIsTried) {
  SeenOperands operands;
  ValuePool pool;
  pool.seen = &operands;
  FakeExecutor executor(&operands);
  EXPECT_TRUE(search({}, executor, 300, pool).found);
  EXPECT_FALSE(search({}, 300).found);  // no comparison is told
}

TEST(GuidedSearch, AValueThatAnotherStrategyToldIsTried) {
  for (const char* name : {"genetic", "moho"}) {
    Settings settings;
    settings.strategy = name;
    FakeExecutor told, not_told, never;
    EXPECT_TRUE(search(settings, told, 300, {}, 200, {7, kWanted}).found) << name;
    EXPECT_FALSE(search(settings, not_told, 300).found) << name;
    ValuePool pool;
    pool.draws.numbers.told = 0;
    EXPECT_FALSE(search(settings, never, 300, pool, 200, {7, kWanted}).found) << name;
  }
}

/// A test of another's that is the crash already.
TEST(GuidedSearch, ATestOfAnotherStrategyTakesAPlaceAndTheCreditIsShared) {
  for (const char* name : {"genetic", "moho"}) {
    const ApiModel api = api_of_two();
    const ProgramModel program;
    const CrashReport report;
    const Goal goal{.report = &report, .program = &program, .frames = {TargetFrame()}, .target = {}};
    const GoalCalls calls{
        .crash = {CallableId(0u)}, .unit = {CallableId(0u)}, .setup = {}, .arguments = {}, .setters = {}};
    const ValuePool pool;
    NumberFitness fitness;
    FakeExecutor executor;
    const SteadyClock clock;
    Budget budget(clock, std::chrono::hours(1), 100'000);
    Random random(Seed(std::uint64_t{5}));
    Settings settings;
    settings.strategy = name;
    const auto strategy = make(settings, calls, pool, {goal, api, fitness, executor, budget, random, StrategyId(0u)});
    Exchange exchange;
    (void)strategy->advance({100}, exchange);
    TestBuilder builder(api, pool, random);
    ReachedTest told{.test = {}, .fitness = 0.01, .frame = {}, .lacks = {}};
    (void)builder.append_call(told.test, CallableId(0u));
    told.test.statements.front().bits = kWanted;
    const auto entry = exchange.add(StrategyId(1u), told);
    ASSERT_TRUE(entry);
    EXPECT_EQ(strategy->advance({100}, exchange).end, Turn::End::kFound);
    EXPECT_EQ(exchange.best()->by, StrategyId(0u));
    EXPECT_EQ(exchange.best()->from, entry);
  }
}

}  // namespace
}  // namespace reenact
