// The engine's search on one report, timed: subject, goal, workers, fitness and strategy as in `reenact
// reproduce`, but tests are made of calls of M_crash with texts only, so that a bare loop can make the very
// same calls. Prints JSON.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "cpu_time.h"
#include "crash/reader.h"
#include "fitness/make_fitness.h"
#include "goal/find_frames.h"
#include "reproduce/reproduce.h"
#include "run/fork_server.h"
#include "session/portfolio.h"
#include "session/rejecting_fitness.h"
#include "session/strategy_options.h"
#include "session/subject.h"
#include "session/worker_options.h"
#include "strategy/guided/goal_calls.h"
#include "strategy/guided/neighbourhood.h"
#include "tests_file.h"

namespace reenact::bench {
namespace {

struct Options {
  std::string report, build_dir, cache, scratch, dump;
  std::uint64_t executions = 100'000, seed = 1;
  bool address_sanitizer = false;
};

/// Counts calls and text bytes of the tests, and writes them down if asked to; the executor below does the
/// work.
class Recorder final : public Executor {
 public:
  Recorder(Executor& inner, const std::vector<CallableId>& crash_calls, const std::string& dump)
      : inner_(inner), crash_calls_(crash_calls) {
    if (!dump.empty()) writer_.emplace(dump.c_str());
  }
  Expected<void> run(std::span<const TestCase* const> tests,
                     const std::function<void(std::size_t, const Observation&)>& seen) override {
    for (const TestCase* test : tests) record(*test);
    return inner_.run(tests, seen);
  }
  Expected<void> run_alone(const TestCase& test, const std::function<void(const Observation&)>& seen) override {
    return inner_.run_alone(test, seen);
  }
  RunCosts costs() const override { return inner_.costs(); }
  std::uint64_t calls = 0, bytes = 0, statements = 0;

 private:
  /// The text of a call `f(std::string(text))`: the literal behind the one argument, converted or as it is.
  static std::optional<std::string_view> text_of(const TestCase& test, const Statement& statement) {
    const Statement* at = &statement;
    while (at->kind == StatementKind::kCall && at->count > 0) at = &test[test.arguments_of(*at).front().source];
    if (at->kind != StatementKind::kText) return std::nullopt;
    return test.text_of(*at);
  }
  void record(const TestCase& test) {
    texts_.clear();
    for (const Statement& statement : test.statements) {
      const bool is_crash_call = statement.kind == StatementKind::kCall &&
                                 std::ranges::find(crash_calls_, statement.callable) != crash_calls_.end();
      if (!is_crash_call) continue;
      if (const auto text = text_of(test, statement)) texts_.push_back(*text);
    }
    statements += test.size();
    calls += texts_.size();
    for (const std::string_view text : texts_) bytes += text.size();
    if (!writer_) return;
    writer_->begin_test(texts_.size());
    for (const std::string_view text : texts_) writer_->text(text);
  }

  Executor& inner_;
  const std::vector<CallableId>& crash_calls_;
  std::optional<TestsFileWriter> writer_;
  std::vector<std::string_view> texts_;
};

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// `api` with nothing usable but the calls in `kept` and what turns a text into another type:
/// std::string(text).
ApiModel only(ApiModel api, const std::vector<CallableId>& kept) {
  const auto takes_text = [&](const Callable& callable) {
    const auto& first = callable.parameters.empty() ? std::vector<Source>{} : callable.parameters.front().sources;
    return callable.kind == CallableKind::kConversion && !first.empty() &&
           api[first.front().type].kind == TypeKind::kText;
  };
  for (Callable& callable : api.callables)
    callable.usable = callable.usable && (takes_text(callable) || std::ranges::find(kept, callable.id) != kept.end());
  for (auto& producers : api.producers) std::erase_if(producers, [&](CallableId id) { return !api[id].usable; });
  return api;
}

Expected<void> search(const Options& options) {
  const auto report = read_crash_report(contents(options.report), options.report);
  if (!report) return std::unexpected(report.error());
  SubjectOptions subject_options;
  subject_options.build_dir = options.build_dir;
  subject_options.cache_dir = options.cache;
  subject_options.sanitizers.address = options.address_sanitizer;
  const auto subject = prepare_subject(subject_options);
  if (!subject) return std::unexpected(subject.error());
  auto frames = find_frames(*report, subject->program);
  if (!frames) return std::unexpected(frames.error());
  const FrameIndex outermost(frames->frames.size() - 1);
  Goal goal{.report = &*report, .program = &subject->program, .frames = std::move(frames->frames), .target = outermost};
  const CallGraph graph(subject->program);
  goal.deciders = find_deciders(goal, graph);
  GoalCalls calls = goal_calls(goal, subject->api, graph);
  const ApiModel api = only(subject->api, calls.crash);
  calls.unit = calls.crash;

  RunOptions run;
  // As src/reproduce/reproduce.cpp does: novelty and the goal's context are part of what a test costs.
  constexpr std::size_t watched = 400;
  run.watched = neighbourhood(goal, calls, api, graph, watched);
  observe_goal(goal, run);
  run.scratch = options.scratch;
  run.address_sanitizer = options.address_sanitizer;
  std::filesystem::create_directories(run.scratch);
  auto server = ForkServer::start(subject->worker, subject->program, subject->api, run);
  if (!server) return std::unexpected(server.error());
  Recorder recorder(**server, calls.crash, options.dump);
  const auto inner = make_fitness(fitness_names().front(), goal);
  Rejections rejections;
  RejectingFitness fitness(*inner, rejections);
  const ValuePool pool = make_value_pool(subject->program, neighbourhood(goal, calls, api, graph, 120));
  const SteadyClock clock;
  const double cpu_before = cpu_seconds_of_tree();
  Budget budget(clock, std::chrono::hours(1), options.executions);
  Random random{Seed(options.seed)};
  Portfolio portfolio({"genetic"},
                      [&](std::size_t, std::size_t, const SearchContext& context) {
                        return make_strategy("genetic", {}, calls, pool, context);
                      },
                      {goal, api, budget});
  const Island island{recorder, fitness, random};
  const SearchResult found = portfolio.run(std::span(&island, 1)).found;
  if (!found.stopped.empty()) return subject_error(found.stopped);
  const nlohmann::ordered_json result = {{"tests", budget.executions()},
                                         {"calls", recorder.calls},
                                         {"bytes", recorder.bytes},
                                         {"statements", recorder.statements},
                                         {"fitness", found.fitness},
                                         {"outlived", recorder.costs().outlived},
                                         {"hangs", recorder.costs().hangs},
                                         {"processes", recorder.costs().processes},
                                         {"seconds", std::chrono::duration<double>(budget.elapsed()).count()},
                                         {"cpu", cpu_seconds_of_tree() - cpu_before}};
  fmt::print("{}\n", result.dump());
  return {};
}

}  // namespace
}  // namespace reenact::bench

int main(int argc, char** argv) {
  reenact::bench::Options options;
  CLI::App app("Times the engine's search on one report");
  app.add_option("REPORT", options.report)->required();
  app.add_option("-p", options.build_dir, "Folder with compile_commands.json")->required();
  app.add_option("--cache", options.cache, "Instrumented builds")->required();
  app.add_option("--scratch", options.scratch, "The only folder the subject may write to")->required();
  app.add_option("--executions", options.executions, "Tests to run");
  app.add_option("--seed", options.seed);
  app.add_flag("--address-sanitizer", options.address_sanitizer, "With AddressSanitizer");
  app.add_option("--dump", options.dump, "Write the texts of all tests to this file (tests_file.h)");
  CLI11_PARSE(app, argc, argv);
  if (const auto ok = reenact::bench::search(options); !ok) {
    fmt::print(stderr, "engine_search: {}\n", ok.error().message);
    return 1;
  }
}
