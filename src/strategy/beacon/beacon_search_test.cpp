#include "strategy/beacon/beacon_search.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fitness/beacon.h"
#include "strategy/beacon/gene.h"
#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

/// int size();  void set_size(int);  void read(const char* data, int length);
ApiModel sizes_api() {
  MadeUpApi made;
  const TypeId integer = made.type(TypeKind::kInteger, 32), text = made.type(TypeKind::kText);
  const Parameter number{.name = "n", .type = integer, .sources = {{integer, PassMode::kAddress}}};
  const Parameter data{.name = "data", .type = text, .sources = {{text, PassMode::kBuffer}}};
  made.add(CallableKind::kFunction, {}, integer);
  made.add(CallableKind::kFunction, {number}, std::nullopt);
  made.add(CallableKind::kFunction, {data, MadeUpApi::length_of(0, integer, text)}, std::nullopt);
  return std::move(made.api);
}

constexpr CallableId kSize(0u), kSetSize(1u), kRead(2u);

TEST(Gene, DecodedGenesAreValidAndReferToEarlierResults) {
  const ApiModel api = sizes_api();
  const ValuePool pool;
  Random random(Seed(3u));
  TestBuilder builder(api, pool, random);
  const std::vector<CallableId> calls{kSize, kSetSize, kRead};
  GeneFactory factory(api, calls, builder);
  TestCase test;
  int references = 0, own = 0, paired = 0, reads = 0;
  for (int round = 0; round < 500; ++round) {
    std::vector<Gene> genes;
    for (int i = 0; i < 8; ++i) genes.push_back(factory.make(random));
    factory.decode(genes, test);
    ASSERT_TRUE(valid(test, api));
    for (const Statement& statement : test.statements) {
      if (statement.kind != StatementKind::kCall) continue;
      const auto arguments = test.arguments_of(statement);
      if (statement.callable == kRead) {
        ++reads;
        paired += arguments[0].source == arguments[1].source;
      }
      if (statement.callable == kSetSize) ++(test[arguments[0].source].kind == StatementKind::kCall ? references : own);
    }
  }
  EXPECT_GT(references, 100);
  EXPECT_GT(own, 100);
  EXPECT_GT(paired, reads * 8 / 10);  // the builder gives a buffer its own length with 0.9
}

TEST(Gene, AReplacedArgumentsOwnValueIsLeftOut) {
  const ApiModel api = sizes_api();
  const ValuePool pool;
  Random random(Seed(3u));
  TestBuilder builder(api, pool, random);
  const std::vector<CallableId> size{kSize}, set{kSetSize};
  const Gene first = GeneFactory(api, size, builder).make(random);
  GeneFactory factory(api, set, builder);
  Gene second = factory.make(random);
  TestCase test;
  second.picks = {0};
  factory.decode(std::vector{first, second}, test);
  EXPECT_EQ(test.size(), 3u);  // size(), a number, set_size(number)
  second.picks = {1};
  factory.decode(std::vector{first, second}, test);
  ASSERT_EQ(test.size(), 2u);
  EXPECT_EQ(test.arguments_of(test.statements[1])[0].source, StatementIndex(0u));
  factory.decode(std::vector{second, first}, test);  // nothing earlier fits
  EXPECT_EQ(test.size(), 3u);
}

/// "Runs" tests: set_size with a negative number throws "size too small"; read throws something else.
class FakeSubject final : public Executor {
 public:
  Expected<void> run(std::span<const TestCase* const> tests,
                     const std::function<void(std::size_t, const Observation&)>& seen) override {
    if (ran >= lasts) return subject_error("the subject is gone");
    for (std::size_t i = 0; i < tests.size(); ++i) seen(i, observe(*tests[i]));
    ran += tests.size();
    return {};
  }
  Expected<void> run_alone(const TestCase& test, const std::function<void(const Observation&)>& seen) override {
    ++alone;
    seen(observe(test));
    return {};
  }
  std::size_t ran = 0, alone = 0;
  std::size_t lasts = SIZE_MAX;  // tests; then it fails
  bool never = false;

 private:
  Observation observe(const TestCase& test) const {
    Observation run;
    for (const Statement& statement : test.statements) {
      if (statement.kind != StatementKind::kCall || run.raised) continue;
      const bool is_set = statement.callable == kSetSize;
      const Statement* number = is_set ? &test[test.arguments_of(statement)[0].source] : nullptr;
      if (number != nullptr && !never && number->kind == StatementKind::kScalar && number->bits < 0) {
        run.raised = true;
        run.message = "size too small";
      } else if (statement.callable == kRead) {
        run.raised = true;
        run.message = "cannot be read";
      }
      if (run.raised) run.kind = CrashKind::kCppException;
    }
    return run;
  }
};

struct Setting {
  Setting() { goal.program = &program; }
  /// In turns, until it gives up; `ended`: how the last turn did.
  SearchResult search(std::uint64_t seed, BeaconOptions options = {}) {
    Beacon fitness(*parse_description("", "too small", ""), program);
    Budget budget(clock, std::chrono::seconds(1), 1'000'000, nullptr);
    Random random{Seed(seed)};
    BeaconSearch strategy(options, calls, pool, {goal, api, fitness, executor, budget, random, StrategyId(0u)});
    Exchange exchange;
    do ended = strategy.advance({100}, exchange);
    while (ended.end == Turn::End::kProgress && executor.ran < executor.lasts);
    return strategy.take_result();
  }
  ApiModel api = sizes_api();
  ProgramModel program;
  std::vector<CallableId> calls{kSize, kSetSize, kRead};
  Turn ended;
  ValuePool pool;
  Goal goal;
  FakeSubject executor;
  ManualClock clock;
};

TEST(BeaconSearch, FindsWhatIsDescribedAndConfirmsItAlone) {
  Setting setting;
  const auto found = setting.search(1);
  EXPECT_EQ(found.fitness, 0);
  EXPECT_EQ(found.lacks, "the crash");
  EXPECT_TRUE(valid(found.best, setting.api));
  EXPECT_EQ(setting.executor.alone, 1u);
}

TEST(BeaconSearch, TheBestSoFarOutlivesTheExecutor) {
  Setting setting;
  setting.executor.never = true;
  setting.executor.lasts = 50;
  const auto found = setting.search(1);
  EXPECT_EQ(found.stopped, "the subject is gone");
  EXPECT_GT(found.best.size(), 0u);
  EXPECT_GT(found.fitness, 0);
}

TEST(BeaconSearch, GivesUpAfterItsGenerations) {
  Setting setting;
  setting.executor.never = true;
  const auto found = setting.search(1, {.population = 10, .genes = 4, .generations = 7});
  EXPECT_EQ(found.fitness, 1);  // everything but the text
  EXPECT_EQ(found.generations, 7u);
  EXPECT_EQ(setting.executor.ran, 80u);
  EXPECT_FALSE(found.others.empty());
  EXPECT_EQ(setting.ended.end, Turn::End::kGaveUp);
  EXPECT_EQ(setting.ended.reason, "7 generations have not shown it");
}

TEST(BeaconSearch, TheSameSeedFindsTheSameTest) {
  Setting first, second;
  const auto a = first.search(5), b = second.search(5);
  std::vector<std::uint32_t> words_a, words_b;
  encode(a.best, first.api, words_a);
  encode(b.best, second.api, words_b);
  EXPECT_EQ(words_a, words_b);
}

TEST(BeaconSearch, WithoutACallThatCanBeMadeThereIsNothingToSearch) {
  Setting setting;
  setting.calls.clear();
  EXPECT_EQ(setting.search(1).best.size(), 0u);
  EXPECT_EQ(setting.ended.end, Turn::End::kNothingToCall);
  EXPECT_TRUE(setting.ended.reason.starts_with("no call that reaches the target can be made\n"))
      << setting.ended.reason;
}

}  // namespace
}  // namespace reenact
