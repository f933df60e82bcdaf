#include "reproduce/find_crash.h"

#include <fmt/format.h>

#include <cctype>

#include "reproduce/phase_log.h"
#include "reproduce/rejecting_fitness.h"
#include "reproduce/test_checker.h"
#include "reproduce/test_names.h"
#include "run/containment.h"
#include "run/fork_server.h"

namespace reenact {
namespace {

class Finder {
 public:
  Finder(const FindOptions& options, const Clock& clock, const std::atomic<bool>& interrupted,
         ReproduceObserver& observer)
      : options_(options), clock_(clock), interrupted_(interrupted), observer_(observer), random_(options.seed) {}

  Expected<Found> run() {
    phases_.begin("build");
    const CrashDescription& description = options_.target.description;
    found_.crash.kind = description.kinds.empty() ? CrashKind::kUnknown : description.kinds.front();
    found_.crash.exception_type = description.exception_type;
    found_.crash.message = description.message;
    auto session = FindSession::open(options_.target);
    if (!session) return std::unexpected(session.error());
    session_ = std::move(*session);
    found_.result.notes = subject().notes;
    found_.result.warnings = gaps_of(containment_here());
    checker_.emplace(subject(), options_.target.subject, options_.target.scratch);
    phases_.begin("search");
    if (const auto ok = search(); !ok) return std::unexpected(ok.error());
    phases_.end();
    return std::move(found_);
  }

 private:
  Expected<void> search() {
    Budget budget(clock_, options_.budget, options_.max_executions, &interrupted_);
    RejectingFitness fitness(session_->fitness());
    SearchResult nearest;
    std::uint64_t restarts = 0;
    for (int attempt = 0; attempt < kAttempts && !budget.exhausted();) {
      const std::uint64_t before = budget.executions();
      auto best = session_->search(options_.beacon, fitness, budget, random_, &observer_);
      if (!best) return std::unexpected(best.error());
      found_.result.search_executions += budget.executions() - before;
      found_.result.generations += best->generations;
      merge(found_.result.others, std::move(best->others));
      const std::string stopped = std::move(best->stopped);
      if (!stopped.empty()) found_.result.warnings.push_back(stopped);
      if (nearest.best.size() == 0 || best->fitness < nearest.fitness) nearest = std::move(*best);
      if (nearest.best.size() == 0 || nearest.fitness > 0) {
        if (restarts++ >= options_.restarts || !stopped.empty()) break;
        continue;
      }
      // A test that the fresh process does not confirm is no answer: go on while there is time.
      ++attempt;
      const auto verified = finish(nearest, fitness, budget);
      if (!verified) return std::unexpected(verified.error());
      if (*verified || !stopped.empty()) return {};
      nearest = SearchResult();
      phases_.begin("search");
    }
    found_.result.executions = budget.executions();
    if (nearest.best.size() == 0) return {};
    if (const auto shown = finish(nearest, fitness, budget); !shown) return std::unexpected(shown.error());
    return {};
  }

  /// Minimises and prints the best test and, if it is the crash here, checks it. False: it is not confirmed.
  Expected<bool> finish(const SearchResult& best, RejectingFitness& fitness, Budget& budget) {
    found_.result.executions = budget.executions();
    found_.result.fitness = best.fitness;
    found_.result.lacks = best.lacks;
    phases_.begin("minimise");
    const auto start = clock_.now();
    // Not the budget's time: a found crash deserves a readable test; but not for ever.
    const TestCase small = session_->minimised(best.best, fitness, budget, [&] {
      return interrupted_.load() || clock_.now() - start > std::chrono::seconds(10);
    });
    return verify(small, best.fitness, fitness);
  }

  PrintOptions print_options(const Observation& run) const {
    PrintOptions print;
    if (!run.trace.empty()) {
      const Function& innermost = subject().program[run.trace.front().function];
      print.suite = test_suite(innermost.linkage_name);
    } else {
      print.suite = "Crash";
    }
    print.name = test_name(run.kind, run.exception_type);
    std::string what = describe(run, subject().program) + ".";
    if (run.exception_type.empty())  // a type is spelled as it is
      what.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(what.front())));
    print.comment = {run.raised ? what : "Raises nothing yet."};
    print.prelude = subject().prelude;
    print.kind = run.kind;
    print.exception_type = run.exception_type;
    print.message = run.message;
    print.texts_on_heap = run.kind == CrashKind::kHeapOverflow;
    return print;
  }

  /// Prints `test` and, if it is the crash here, checks it in fresh processes. False: it is not confirmed.
  Expected<bool> verify(const TestCase& test, double fitness, RejectingFitness& measure) {
    PrintOptions print = print_options({});  // if the worker is gone
    (void)session_->executor().run_alone(test, [&](const Observation& run) { print = print_options(run); });
    Reproduction& result = found_.result;
    result.statements = test.calls();
    result.test_source = print_gtest(test, subject().api, print);
    if (fitness > 0) return false;
    phases_.begin("verify");
    CheckRequest wanted;
    wanted.description = &options_.target.description;
    const auto verdict = checker_->check(test, wanted, print);
    result.build = checker_->build();
    if (!verdict) {
      result.lacks = "the printed test does not compile";
      result.notes.push_back(verdict.error().message);
    } else {
      result.verdict = *verdict;
      result.lacks = verdict->difference;
      result.test_source = print_gtest(test, subject().api, print);
      if (verdict->status == VerdictStatus::kReproduced) {
        result.status = Status::kReproduced;
        if (options_.expect_crash) {
          checker_->expect_crash(test, print);
          result.test_source = print_gtest(test, subject().api, print);
        }
        found_.crash = verdict->observed;
        return true;
      }
      result.notes.push_back(
          fmt::format("a test found by the search was not confirmed: {}\n{}", result.lacks, result.test_source));
    }
    (void)session_->executor().run_alone(test, [&](const Observation& run) { measure.reject(run, result.lacks); });
    return false;
  }

  [[nodiscard]] const Subject& subject() const { return session_->subject(); }

  static constexpr int kAttempts = 5;

  const FindOptions& options_;
  const Clock& clock_;
  const std::atomic<bool>& interrupted_;
  ReproduceObserver& observer_;
  Random random_;
  std::unique_ptr<FindSession> session_;
  std::optional<TestChecker> checker_;
  Found found_;
  PhaseLog phases_{clock_, observer_, found_.result.phases};
};

}  // namespace

Expected<Found> find_crash(const FindOptions& options, const Clock& clock, const std::atomic<bool>& interrupted,
                           ReproduceObserver& observer) {
  return Finder(options, clock, interrupted, observer).run();
}

}  // namespace reenact
