#include "reproduce/find_crash.h"

#include <fmt/format.h>

#include "contain/containment.h"
#include "session/confirmed_search.h"
#include "session/print_options.h"

namespace reenact {
namespace {

class Finder {
 public:
  Finder(const FindOptions& options, const Clock& clock, const std::atomic<bool>& interrupted,
         ReproduceObserver& observer)
      : options_(options), clock_(clock), interrupted_(interrupted), observer_(observer), random_(options.seed) {}

  Expected<Found> run() {
    const CrashDescription& description = options_.target.description;
    found_.crash.kind = description.kinds.empty() ? CrashKind::kUnknown : description.kinds.front();
    found_.crash.exception_type = description.exception_type;
    found_.crash.message = description.message;
    phases_.begin("build");
    if (const auto ok = ended_early(search(), found_.result); !ok) return std::unexpected(ok.error());
    phases_.end();
    return std::move(found_);
  }

 private:
  Expected<void> search() {
    FindTarget target = options_.target;
    target.subject.interrupted = &interrupted_;
    auto session = FindSession::open(target);
    if (!session) return std::unexpected(session.error());
    session_ = std::move(*session);
    found_.result.notes = subject().notes;
    found_.result.warnings = gaps_of(containment_here());
    checker_.emplace(subject(), target.subject, options_.target.scratch);
    phases_.begin("search");
    Budget budget(clock_, options_.budget, options_.max_executions, &interrupted_);
    ConfirmedSearch search({subject(), session_->executor(), session_->fitness(), session_->rejections(), budget,
                            *checker_, clock_, interrupted_, phases_, found_.result, options_.format});
    const auto check = [&](const TestCase& test) { return difference(test); };
    const auto outcome = search.run(
        {[&] { return session_->search(options_.beacon, budget, random_, &observer_); }, check, options_.restarts});
    if (!outcome) return std::unexpected(outcome.error());
    bool is_confirmed = outcome->is_confirmed;
    if (outcome->nearest.best.size() > 0) {
      const auto kept = search.keep_nearest(outcome->nearest, "", check);
      if (!kept) return std::unexpected(kept.error());
      is_confirmed = *kept;
    }
    if (is_confirmed) found_.result.found_by = outcome->strategy;
    found_.result.executions = budget.executions();
    return {};
  }

  /// Checks `test`, the crash under our probes, in fresh processes, and makes it the result's.
  Expected<std::string> difference(const TestCase& test) {
    PrintOptions print = print_options_for({}, subject());  // if the worker is gone
    (void)session_->executor().run_alone(test,
                                         [&](const Observation& run) { print = print_options_for(run, subject()); });
    CheckRequest wanted;
    wanted.description = &options_.target.description;
    const auto verdict = checker_->check(test, wanted, print);
    Reproduction& result = found_.result;
    result.build = checker_->build();
    result.statements = test.calls();
    result.broken_contracts = words_of_broken(test, subject().api);
    result.fitness = 0;
    if (verdict && verdict->status == VerdictStatus::kReproduced) {
      result.verdict = *verdict;
      result.status = Status::kReproduced;
      result.lacks.clear();
      if (options_.expect_crash) checker_->expect_crash(test, print);
      print.format = options_.format;
      print.expect_crash = print.expect_crash && can_expect(print.format, print.kind);
      tell_contrived(result.broken_contracts, print);
      result.test_source = print_test(test, subject().api, print);
      found_.crash = verdict->observed;
      return "";
    }
    if (verdict) result.verdict = *verdict;
    result.lacks = verdict ? verdict->difference : why_unverified(verdict.error());
    name_as_nearest(result.lacks, print);
    print.format = options_.format;
    result.test_source = print_test(test, subject().api, print);
    if (!verdict && verdict.error().kind == ErrorKind::kInterrupted) return std::unexpected(verdict.error());
    result.notes.push_back(
        verdict ? fmt::format("a test found by the search was not confirmed: {}\n{}", result.lacks, result.test_source)
                : verdict.error().message);
    return result.lacks;
  }

  [[nodiscard]] const Subject& subject() const { return session_->subject(); }

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
