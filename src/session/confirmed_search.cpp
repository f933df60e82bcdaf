#include "session/confirmed_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "session/print_options.h"
#include "testcase/minimise.h"
#include "testcase/nesting.h"
#include "testcase/subset.h"

namespace reenact {
namespace {

constexpr std::size_t kFreeAttempts = 5;  // to verify a test, beyond the budget's time
constexpr std::chrono::seconds kMinimising{10};
constexpr const char* kNoTest = "the time was over before there was a test to run";
constexpr std::uint64_t kFew = 200, kAnyNumber = std::numeric_limits<std::uint64_t>::max();

/// `test` with each text as long, by its last byte, as it may be without `no_worse` failing, and less than twice kSlack bytes longer. The stack
/// protector looks at what lies behind all of a function's variables, and another build may have more of them between.
TestCase with_slack(TestCase test, const std::function<bool(const TestCase&)>& no_worse) {
  constexpr std::size_t kSlack = 64;
  for (std::size_t i = 0; i < test.size(); ++i)
    for (std::size_t more = kSlack; more > 0 && test.statements[i].kind == StatementKind::kText; more /= 2) {
      std::string text(test.text_of(test.statements[i]));
      if (text.empty()) break;
      text.append(more, text.back());
      if (TestCase longer = with_text(test, i, text); no_worse(longer)) test = std::move(longer);
    }
  return test;
}

}  // namespace

TestCase minimised(const TestCase& test, const ApiModel& api, Executor& executor, Fitness& fitness, Budget& budget,
                   const std::function<bool()>& stop) {
  double most = fitness.worst();
  bool at_a_limit = false, has_smashed_the_stack = false;
  const auto no_worse = [&](const TestCase& candidate) {
    bool result = false;
    budget.spend(1);
    const auto ran = executor.run_alone(candidate, [&](const Observation& run) {
      const double reached = fitness.evaluate(run);
      result = reached <= most;
      most = std::min(most, reached);  // what is nearer without a statement stays so
    });
    return ran && result;
  };
  const auto ran = executor.run_alone(test, [&](const Observation& run) {
    most = fitness.evaluate(run);
    at_a_limit = run.kind == CrashKind::kStackOverflow;
    has_smashed_the_stack = run.check == BuiltInCheck::kStackProtector;
  });
  if (!ran) return test;
  TestCase small = minimise(test, api, no_worse, stop, at_a_limit);
  if (has_smashed_the_stack) return with_slack(std::move(small), no_worse);
  // Frames of other builds are smaller, and on other machines stacks are larger. Numbers that are left may say how deep it goes.
  constexpr std::size_t kMargin = 2;
  for (const Deepening what : {Deepening::kNumbersToo, Deepening::kTexts}) {
    const auto deeper = at_a_limit ? made_deeper(small, api, what, kMargin) : std::nullopt;
    if (deeper && no_worse(*deeper)) return *deeper;
  }
  return small;
}

Expected<void> ended_early(const Expected<void>& ended, Reproduction& result) {
  if (ended || ended.error().kind != ErrorKind::kInterrupted) return ended;
  if (result.lacks.empty())
    result.lacks = fmt::format("interrupted (phase: {})", result.phases.empty() ? "start" : result.phases.back().name);
  return {};
}

void warn(const std::string& text, Reproduction& result) {
  if (std::ranges::find(result.warnings, text) == result.warnings.end()) result.warnings.push_back(text);
}

std::string why_unverified(const Error& error) {
  return error.kind == ErrorKind::kInterrupted ? "interrupted before it was verified"
                                               : fmt::format("not verified: {}", in_short(error.message));
}

Expected<ConfirmedSearch::Outcome> ConfirmedSearch::run(const Steps& steps) {
  SearchResult nearest;
  std::string nearest_by;
  std::uint64_t restarts = 0;
  std::map<std::vector<std::uint32_t>, std::string> refuted;  // tests, encoded, and how they differ
  while (!parts_.budget.exhausted()) {
    const std::uint64_t before = parts_.budget.executions();
    Portfolio::Result searched = steps.search();
    SearchResult& found = searched.found;
    parts_.result.costs += searched.costs;
    parts_.result.search_executions += parts_.budget.executions() - before;
    parts_.result.generations += found.generations;
    parts_.result.paths += found.paths;
    merge(parts_.result.others, std::move(found.others));
    const bool has_stopped = !found.stopped.empty();
    if (has_stopped) warn(found.stopped, parts_.result);
    const bool is_nearer = nearest.best.size() == 0 || found.fitness < nearest.fitness;
    if (found.best.size() > 0 && is_nearer) {
      nearest = std::move(found);
      nearest_by = searched.strategy;
    }
    if (nearest.best.size() == 0) {
      // Without a single test, another search would give up for the same reason.
      nearest.lacks = searched.gave_up;
      if (nearest.lacks.empty() && parts_.budget.exhausted() && !parts_.interrupted) nearest.lacks = kNoTest;
      break;
    }
    if (nearest.fitness > 0) {
      if (restarts++ >= steps.restarts || has_stopped) break;
      continue;
    }
    const WholeStack as_printed(parts_.executor);
    const auto begun = parts_.clock.now();
    const TestCase small = readable(nearest.best, kAnyNumber);
    std::vector<std::uint32_t> encoded;
    encode(small, parts_.subject.api, encoded);
    auto known = refuted.find(encoded);
    if (known == refuted.end()) {
      parts_.phases.begin("verify");
      parts_.checker.expect_entered(parts_.executor.entered_by(small));
      auto difference = steps.difference(small);
      if (!difference) return std::unexpected(difference.error());
      // To make a test readable and to verify it is no search, and the first verdict waits for a whole build; but not for ever.
      if (refuted.size() < kFreeAttempts) parts_.budget.lengthen(parts_.clock.now() - begun);
      if (difference->empty()) return Outcome{.is_confirmed = true, .strategy = nearest_by, .nearest = {}};
      known = refuted.emplace(std::move(encoded), std::move(*difference)).first;
    }
    // No answer: go on while there is time, and not to the same false crash.
    const auto fed_back =
        parts_.executor.run_alone(small, [&](const Observation& run) { parts_.rejections.reject(run, known->second); });
    if (!fed_back) warn(fed_back.error().message, parts_.result);
    nearest = SearchResult();
    if (has_stopped) break;
    parts_.phases.begin("search");
  }
  return Outcome{.is_confirmed = false, .strategy = nearest_by, .nearest = std::move(nearest)};
}

Expected<bool> ConfirmedSearch::keep_nearest(const SearchResult& nearest, std::string suite,
                                             const Difference& difference) {
  const WholeStack as_printed(parts_.executor);
  // It is no crash: hardly more tests than the search took. Mostly they end it, so that the same seed gives the same test;
  // on a slow machine time may (kMinimising), and the test is then longer.
  const TestCase small = readable(nearest.best, std::max(kFew, parts_.budget.executions()));
  Reproduction& result = parts_.result;
  result.fitness = nearest.fitness;
  result.lacks = nearest.lacks;
  PrintOptions print = print_options_for({}, parts_.subject);  // if the worker is gone
  const auto ran = parts_.executor.run_alone(small, [&](const Observation& run) {
    result.fitness = parts_.fitness.evaluate(run);
    result.lacks = parts_.fitness.explain(run);
    print = print_options_for(run, parts_.subject);
  });
  if (!ran) warn(ran.error().message, result);
  if (ran && result.fitness <= 0 && !parts_.interrupted) {
    parts_.phases.begin("verify");
    parts_.checker.expect_entered(parts_.executor.entered_by(small));
    const auto differs = difference(small);
    if (!differs) return std::unexpected(differs.error());
    return differs->empty();
  }
  name_as_nearest(result.lacks, print);
  if (!suite.empty()) print.suite = std::move(suite);
  // Which headers it needs, a compiler must say; who has interrupted us does not wait for it.
  if (!parts_.interrupted && parts_.checker.know_build()) (void)parts_.checker.choose_prelude(small, print);
  result.build = parts_.checker.build();
  result.statements = small.calls();
  print.format = parts_.format;
  result.test_source = print_test(small, parts_.subject.api, print);
  return false;
}

/// Not the budget's time: what is shown deserves to be readable; but not for ever.
TestCase ConfirmedSearch::readable(const TestCase& test, std::uint64_t most_executions) {
  parts_.phases.begin("minimise");
  const auto start = parts_.clock.now();
  const std::uint64_t before = parts_.budget.executions();
  return minimised(test, parts_.subject.api, parts_.executor, parts_.fitness, parts_.budget, [&] {
    return parts_.interrupted.load() || parts_.clock.now() - start > kMinimising ||
           parts_.budget.executions() - before >= most_executions;
  });
}

}  // namespace reenact
