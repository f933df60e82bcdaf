// The engine's own hot operations, on a small made-up subject: what a test costs before and after it runs.
// Throughput of 50,000 tests a second on one core leaves 20 microseconds for all of it, the subject's own
// work included.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <limits>

#include "fitness/make_fitness.h"
#include "generate/builder.h"
#include "testcase/minimise.h"
#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

/// Tests as a search has them in the middle: about a dozen statements.
struct Tests {
  Tests() : random(Seed(7u)), builder(api, pool, random), tests(64) {
    for (TestCase& test : tests)
      while (test.size() < 12) (void)builder.append_call(test, CallableId(random.below(api.callables.size())));
  }
  const TestCase& any() { return tests[random.below(tests.size())]; }

  ApiModel api = small_api();
  ValuePool pool{.integers = {1, 7, 255}, .floats = {0.5}, .texts = {"abc", "key: value"}, .characters = ":[]{}-"};
  Random random;
  TestBuilder builder;
  std::vector<TestCase> tests;
};

void change(benchmark::State& state) {
  Tests tests;
  TestCase out;
  for (auto _ : state) {
    const TestCase& test = tests.any();
    tests.builder.change(test, tests.random.below(test.size()), out);
    benchmark::DoNotOptimize(out);
  }
}
BENCHMARK(change);

void insert(benchmark::State& state) {
  Tests tests;
  TestCase out;
  for (auto _ : state) {
    const TestCase& test = tests.any();
    tests.builder.insert(test, tests.random.below(test.size()), CallableId(3u), out);
    benchmark::DoNotOptimize(out);
  }
}
BENCHMARK(insert);

void cross(benchmark::State& state) {
  Tests tests;
  TestCase out;
  for (auto _ : state) {
    const TestCase &a = tests.any(), &b = tests.any();
    tests.builder.cross(a, tests.random.below(a.size() + 1), b, tests.random.below(b.size() + 1), out);
    benchmark::DoNotOptimize(out);
  }
}
BENCHMARK(cross);

void encode_test(benchmark::State& state) {
  Tests tests;
  std::vector<std::uint32_t> words;
  for (auto _ : state) {
    words.clear();
    encode(tests.any(), tests.api, words);
    benchmark::DoNotOptimize(words.data());
  }
}
BENCHMARK(encode_test);

void minimise_test(benchmark::State& state) {
  Tests tests;
  // "Crashes" while a call of use() is left: a crash that most of a test does not matter for.
  const auto crashes = [](const TestCase& test) {
    return std::ranges::any_of(test.statements, [](const Statement& each) {
      return each.kind == StatementKind::kCall && each.callable == CallableId(3u);
    });
  };
  TestCase test = tests.tests.front();
  while (test.size() < 40) (void)tests.builder.append_call(test, CallableId(tests.random.below(4)));
  (void)tests.builder.append_call(test, CallableId(3u));
  for (auto _ : state) benchmark::DoNotOptimize(minimise(test, tests.api, crashes, [] { return false; }));
}
BENCHMARK(minimise_test)->Unit(benchmark::kMicrosecond);

/// A goal of `kFrames` frames, each at the end of a chain of decisions, and one run that got half way in
/// each.
class Halfway {
 public:
  static constexpr std::size_t kFrames = 8, kDecisions = 20;
  Halfway() {
    report.kind = CrashKind::kAssertion;
    for (std::size_t i = 0; i < kFrames; ++i) add_function(i);
    goal.report = &report;
    goal.program = &program;
    goal.target = FrameIndex(kFrames - 1);
    run.raised = true;
    run.kind = CrashKind::kCppException;
    run.depth = kFrames;
    for (std::size_t i = 0; i < kFrames; ++i) {
      run.trace.push_back({FunctionId(i), Line(kDecisions / 2)});
      run.coverage.push_back({FunctionId(i), hits_, edges_});
    }
  }
  CrashReport report;
  ProgramModel program;
  Goal goal;
  Observation run;

 private:
  /// Block i decides between i + 1 and the end; the target is the innermost block.
  void add_function(std::size_t i) {
    Function function;
    function.id = FunctionId(i);
    function.linkage_name = function.name = "f" + std::to_string(i);
    for (std::size_t k = 0; k <= kDecisions + 1; ++k) {
      Block& block = function.blocks.emplace_back();
      block.lines = {Line(k + 1)};
      if (k >= kDecisions) continue;
      block.successors = {BlockId(k + 1), BlockId(kDecisions + 1)};
      block.first_edge = function.edge_count;
      function.edge_count += 2;
    }
    program.by_linkage_name.emplace(function.linkage_name, function.id);
    program.functions.push_back(function);
    goal.frames.push_back({function.id, Line(kDecisions + 1), {BlockId(kDecisions)}});
    report.frames.push_back({.function = function.name, .file = "f.cpp", .line = Line(kDecisions + 1)});
    hits_.assign(function.blocks.size(), 0);
    edges_.assign(function.edge_count, std::numeric_limits<float>::infinity());
    for (std::size_t k = 0; k <= kDecisions / 2; ++k) {
      hits_[k] = 1;
      edges_[2 * k] = k == kDecisions / 2 ? 3.0F : 0.0F;
      edges_[2 * k + 1] = k == kDecisions / 2 ? 0.0F : 1.0F;
    }
  }
  std::vector<std::uint8_t> hits_;
  std::vector<float> edges_;
};

void evaluate(benchmark::State& state, const char* name) {
  Halfway halfway;
  const auto fitness = make_fitness(name, halfway.goal);
  for (auto _ : state) benchmark::DoNotOptimize(fitness->evaluate(halfway.run));
}
BENCHMARK_CAPTURE(evaluate, staircase, "staircase");
BENCHMARK_CAPTURE(evaluate, evocrash, "evocrash");

/// The same run, but it got to every line: traces must be compared.
void evaluate_traces(benchmark::State& state, const char* name) {
  Halfway halfway;
  std::vector<std::uint8_t> all(Halfway::kDecisions + 2, 1);
  for (FunctionCoverage& each : halfway.run.coverage) each.hits = all;
  halfway.run.kind = halfway.report.kind;
  const auto fitness = make_fitness(name, halfway.goal);
  for (auto _ : state) benchmark::DoNotOptimize(fitness->evaluate(halfway.run));
}
BENCHMARK_CAPTURE(evaluate_traces, staircase, "staircase");
BENCHMARK_CAPTURE(evaluate_traces, evocrash, "evocrash");

}  // namespace
}  // namespace reenact

BENCHMARK_MAIN();
