#include "reproduce/find_crash.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cctype>

#include "fitness/beacon.h"
#include "reproduce/goal_builder.h"
#include "reproduce/rejecting_fitness.h"
#include "reproduce/test_checker.h"
#include "reproduce/test_names.h"
#include "run/fork_server.h"
#include "testcase/minimise.h"

namespace reenact {
namespace {

bool is_statement(const Callable& callable) {
  switch (callable.kind) {
    case CallableKind::kConstructor:
    case CallableKind::kMethod:
    case CallableKind::kStaticMethod:
    case CallableKind::kFunction:
    case CallableKind::kOperator:
    case CallableKind::kFieldWrite:
      return !callable.name.starts_with("std::") && !callable.owner.starts_with("std::");
    default:
      return false;
  }
}

/// Where a call is defined and declared, as far as it is known.
std::vector<std::string> files_of(const Callable& callable, const ProgramModel& program) {
  std::vector<std::string> result;
  if (const auto function = program.find(callable.linkage_name)) result.push_back(program[*function].file);
  if (callable.owner.starts_with('/')) result.push_back(callable.owner);  // a free function's header
  for (const std::string& include : callable.includes)
    if (!include.starts_with('<')) result.push_back(include);
  return result;
}

bool fits_glob(const std::string& file, const std::string& glob) {
  return fnmatch(glob.c_str(), file.c_str(), 0) == 0 || fnmatch(("*/" + glob).c_str(), file.c_str(), 0) == 0;
}

bool is_in_library(const Callable& callable, const std::vector<std::string>& files, const std::string& library) {
  if (callable.name.starts_with(library + "::")) return true;
  return std::ranges::any_of(files,
                             [&](const std::string& file) { return ("/" + file).contains("/" + library + "/"); });
}

bool is_in(const Callable& callable, const ProgramModel& program, const ApiPart& part) {
  if (part.libraries.empty() && part.files.empty()) return true;
  const std::vector<std::string> files = files_of(callable, program);
  return std::ranges::any_of(part.libraries,
                             [&](const std::string& library) { return is_in_library(callable, files, library); }) ||
         std::ranges::any_of(part.files, [&](const std::string& glob) {
           return std::ranges::any_of(files, [&](const std::string& file) { return fits_glob(file, glob); });
         });
}

std::string words_of(const ApiPart& part) {
  std::string result;
  for (const std::string& library : part.libraries) result += fmt::format(" --library {}", library);
  for (const std::string& glob : part.files) result += fmt::format(" --files '{}'", glob);
  return result.empty() ? result : result.substr(1);
}

class Finder {
 public:
  Finder(const FindOptions& options, const Clock& clock, const std::atomic<bool>& interrupted,
         ReproduceObserver& observer)
      : options_(options), clock_(clock), interrupted_(interrupted), observer_(observer), random_(options.seed) {}

  Expected<Found> run() {
    begin("build");
    auto subject = prepare_subject(options_.subject);
    if (!subject) return std::unexpected(subject.error());
    subject_ = std::move(*subject);
    found_.result.notes = subject_.notes;
    found_.crash.kind = options_.description.kinds.empty() ? CrashKind::kUnknown : options_.description.kinds.front();
    found_.crash.exception_type = options_.description.exception_type;
    found_.crash.message = options_.description.message;
    if (const auto ok = make_goal(); !ok) return std::unexpected(ok.error());
    checker_.emplace(subject_, options_.subject, options_.scratch);
    begin("search");
    if (const auto ok = search(); !ok) return std::unexpected(ok.error());
    end();
    return std::move(found_);
  }

 private:
  void begin(const std::string& name) {
    end();
    observer_.phase(name);
    found_.result.phases.push_back({name, 0});
    phase_start_ = clock_.now();
  }
  void end() {
    if (!found_.result.phases.empty())
      found_.result.phases.back().seconds += std::chrono::duration<double>(clock_.now() - phase_start_).count();
    phase_start_ = clock_.now();
  }

  Expected<void> make_goal() {
    const std::string& function = options_.description.function;
    if (!function.empty() && Beacon(options_.description, subject_.program).functions().empty())
      return usage_error(fmt::format("--function {}: the subject has no such function{}", function,
                                     nearest_functions(subject_.program, function)));
    goal_.report = &found_.crash;
    goal_.program = &subject_.program;
    goal_.api = &subject_.api;
    goal_.unit_calls = calls_of(subject_.api, subject_.program, options_.part);
    if (!goal_.unit_calls.empty()) return {};
    const std::size_t all = calls_of(subject_.api, subject_.program, {}).size();
    const std::string what = words_of(options_.part);
    return usage_error(what.empty()
                           ? std::string("the subject has no public call\n  next step: name its public headers with "
                                         "--header FILE")
                           : fmt::format("{}: none of the {} public calls belongs to it\n  next step: see `reenact "
                                         "find --help` for how a part is named",
                                         what, all));
  }

  Expected<std::unique_ptr<ForkServer>> start_server() {
    RunOptions run;  // no function enabled: the fitness asks for the outcome and the stack only
    run.scratch = options_.scratch / "run";
    std::filesystem::create_directories(run.scratch);
    run.lanes = std::max(1u, options_.jobs);
    run.address_sanitizer = options_.subject.sanitizers.address;
    if (run.address_sanitizer) run.test_timeout_ms = 1000;
    return ForkServer::start(subject_.worker, subject_.program, subject_.api, run);
  }

  Expected<void> search() {
    auto server = start_server();
    if (!server) return std::unexpected(server.error());
    Budget budget(clock_, options_.budget, options_.max_executions, &interrupted_);
    Beacon inner(options_.description, subject_.program);
    RejectingFitness fitness(inner);
    const ValuePool pool = make_value_pool(subject_.program, neighbourhood(goal_, kPoolFunctions));
    BeaconSearch strategy(options_.beacon, pool);
    SearchResult nearest;
    std::uint64_t restarts = 0;
    for (int attempt = 0; attempt < kAttempts && !budget.exhausted();) {
      auto best = strategy.search({goal_, fitness, **server, budget, random_, &observer_});
      if (!best) return std::unexpected(best.error());
      found_.result.generations += best->generations;
      merge(found_.result.others, std::move(best->others));
      if (nearest.best.size() == 0 || best->fitness < nearest.fitness) nearest = std::move(*best);
      if (nearest.fitness > 0) {
        if (restarts++ >= options_.restarts) break;
        continue;
      }
      // A test that the fresh process does not confirm is no answer: go on while there is time.
      ++attempt;
      const auto verified = finish(nearest, **server, fitness, budget);
      if (!verified) return std::unexpected(verified.error());
      if (*verified) return {};
      nearest = SearchResult();
      begin("search");
    }
    found_.result.executions = budget.executions();
    if (nearest.best.size() == 0) return {};
    if (const auto shown = finish(nearest, **server, fitness, budget); !shown) return std::unexpected(shown.error());
    return {};
  }

  /// Minimises and prints the best test and, if it is the crash here, checks it. False: it is not confirmed.
  Expected<bool> finish(const SearchResult& best, ForkServer& server, RejectingFitness& fitness, Budget& budget) {
    found_.result.executions = budget.executions();
    found_.result.fitness = best.fitness;
    found_.result.lacks = best.lacks;
    begin("minimise");
    const TestCase small = minimised(best.best, best.fitness, server, fitness, budget);
    return verify(small, best.fitness, server, fitness);
  }

  /// Beacon's greedy minimisation, then simpler values: whatever does not lower F goes.
  TestCase minimised(const TestCase& test, double fitness, ForkServer& server, Fitness& measure, Budget& budget) {
    const auto start = clock_.now();
    const auto no_worse = [&](const TestCase& candidate) {
      bool result = false;
      budget.spend(1);
      return server.run_alone(candidate, [&](const Observation& run) { result = measure.evaluate(run) <= fitness; }) &&
             result;
    };
    if (!no_worse(test)) return test;  // it owed its fitness to what other tests left behind
    return minimise(test, subject_.api, no_worse,
                    [&] { return interrupted_.load() || clock_.now() - start > std::chrono::seconds(10); });
  }

  PrintOptions print_options(const Observation& run) const {
    PrintOptions print;
    if (!run.trace.empty()) {
      const Function& innermost = subject_.program[run.trace.front().function];
      print.suite = test_suite(innermost.linkage_name);
    } else {
      print.suite = "Crash";
    }
    print.name = test_name(to_string(run.kind));
    std::string what = describe(run, subject_.program) + ".";
    if (run.exception_type.empty())  // a type is spelled as it is
      what.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(what.front())));
    print.comment = {run.raised ? what : "Raises nothing yet."};
    print.prelude = subject_.prelude;
    print.kind = run.kind;
    print.exception_type = run.exception_type;
    print.message = run.message;
    print.texts_on_heap = run.kind == CrashKind::kHeapOverflow;
    return print;
  }

  /// Prints `test` and, if it is the crash here, checks it in fresh processes. False: it is not confirmed.
  Expected<bool> verify(const TestCase& test, double fitness, ForkServer& server, RejectingFitness& measure) {
    PrintOptions print;
    if (const auto ran = server.run_alone(test, [&](const Observation& run) { print = print_options(run); }); !ran)
      return std::unexpected(ran.error());
    Reproduction& result = found_.result;
    result.statements = test.size();
    result.test_source = print_gtest(test, subject_.api, print);
    if (fitness > 0) return false;
    begin("verify");
    CheckRequest wanted;
    wanted.description = &options_.description;
    const auto verdict = checker_->check(test, wanted, print);
    result.build = checker_->build();
    if (!verdict) {
      result.lacks = "the printed test does not compile";
      result.notes.push_back(verdict.error().message);
    } else {
      result.verdict = *verdict;
      result.lacks = verdict->difference;
      result.test_source = print_gtest(test, subject_.api, print);
      if (verdict->status == VerdictStatus::kReproduced) {
        result.status = Status::kReproduced;
        found_.crash = verdict->observed;
        return true;
      }
      result.notes.push_back(
          fmt::format("a test found by the search was not confirmed: {}\n{}", result.lacks, result.test_source));
    }
    if (const auto fed_back =
            server.run_alone(test, [&](const Observation& run) { measure.reject(run, result.lacks); });
        !fed_back)
      return std::unexpected(fed_back.error());
    return false;
  }

  static constexpr std::size_t kPoolFunctions = 120;  // whose constants are tried as values
  static constexpr int kAttempts = 5;

  const FindOptions& options_;
  const Clock& clock_;
  const std::atomic<bool>& interrupted_;
  ReproduceObserver& observer_;
  Random random_;
  Subject subject_;
  Goal goal_;
  std::optional<TestChecker> checker_;
  Found found_;
  Clock::Duration phase_start_{};
};

}  // namespace

std::vector<CallableId> calls_of(const ApiModel& api, const ProgramModel& program, const ApiPart& part) {
  std::vector<CallableId> result;
  for (const Callable& callable : api.callables)
    if (callable.usable && is_statement(callable) && is_in(callable, program, part)) result.push_back(callable.id);
  return result;
}

Expected<Found> find_crash(const FindOptions& options, const Clock& clock, const std::atomic<bool>& interrupted,
                           ReproduceObserver& observer) {
  return Finder(options, clock, interrupted, observer).run();
}

}  // namespace reenact
