#include "explore/crash_tests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "check/check.h"
#include "explore/crash_text.h"
#include "explore/doubts.h"
#include "print/test_names.h"
#include "session/print_options.h"
#include "testcase/extents.h"
#include "testcase/minimise.h"

namespace reenact {
namespace {

constexpr std::chrono::seconds kCrash{1};  // for making one smaller
constexpr std::chrono::seconds kFinding{10},
    kFindings{30};  // the same where each try compiles, and of all of these together

void tell_doubt(const std::string& doubt, PrintOptions& print) {
  if (!doubt.empty()) print.comment.push_back(fmt::format("Perhaps a mistake of the test: {}.", doubt));
}

/// Arguments of the last call that are null: a crash there is no find. (Null is not passed where the declaration, a comment or a
/// family of functions says so; many libraries say nothing.)
std::vector<std::pair<std::size_t, std::size_t>> nulls_given(const TestCase& test, const ApiModel& api) {
  std::vector<std::pair<std::size_t, std::size_t>> result;
  if (test.statements.empty() || test.statements.back().kind != StatementKind::kCall) return result;
  const std::size_t last = test.size() - 1;
  const Statement& call = test.statements[last];
  const std::size_t receiver = api[call.callable].kind == CallableKind::kMethod ? 1 : 0;
  for (std::size_t k = receiver; k < call.count; ++k)
    if (test.arguments[call.first + k].mode == PassMode::kNull) result.emplace_back(last, k);
  return result;
}

PrintOptions options_for(const CrashReport& finding, const Subject& subject) {
  PrintOptions print;
  print.suite = test_suite(finding.frames[finding.subject_frames().front().index()].function);
  print.name = test_name(finding.kind, {});
  print.prelude = subject.prelude;
  std::string words = in_words(finding);
  words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
  print.comment = {words + ".", "Met while the suite was made; only AddressSanitizer shows it."};
  return print;
}

}  // namespace

void CrashTests::add_met(const std::vector<OtherCrash>& met, ForkServer& server) {
  std::vector<std::string> spoilt;  // that happen only behind other tests
  // Of two ways to one place the one without a doubt is the better test.
  for (const bool is_doubtful : {false, true})
    for (const OtherCrash& each : met)
      if (each.kind != CrashKind::kCppException && each.kind != CrashKind::kTimeout &&
          !described_.contains(each.description) && doubt_about(each.test, subject_.api).empty() != is_doubtful &&
          !add(each, server))
        spoilt.push_back(each.description);
  if (spoilt.empty()) return;
  constexpr std::size_t kShown = 3;
  const std::size_t shown = std::min(kShown, spoilt.size());
  notes.push_back(
      fmt::format("no test for {} crashes that do not happen in a process of their own, behind a call that changes "
                  "what all rely on, perhaps "
                  "(an allocator, a mode): {}{}",
                  spoilt.size(), fmt::join(spoilt.begin(), spoilt.begin() + static_cast<std::ptrdiff_t>(shown), "; "),
                  shown < spoilt.size() ? "; ..." : ""));
}

bool CrashTests::add(const OtherCrash& crash, ForkServer& server) {
  const auto crashes_so = [&](const TestCase& test) {
    bool same = false;
    return server.run_alone(test, [&](const Observation& run) { same = run.raised && crash_key(run) == crash.key; }) &&
           same;
  };
  if (!crashes_so(crash.test)) return false;
  const bool is_doubtful = !doubt_about(crash.test, subject_.api).empty();
  const auto no_worse = [&](const TestCase& test) {
    return crashes_so(test) && (is_doubtful || doubt_about(test, subject_.api).empty());
  };
  const auto start = clock_.now();
  const TestCase small =
      minimise(crash.test, subject_.api, no_worse, [&] { return interrupted_ || clock_.now() - start > kCrash; });
  if (add_nulls(small, crashes_so)) return true;
  described_.insert(crash.description);
  ExploredCrash written;
  written.description = crash.description;
  written.doubt = doubt_about(small, subject_.api);
  const auto ran = server.run_alone(small, [&](const Observation& run) {
    PrintOptions print = print_options_for(run, subject_);
    print.comment.emplace_back("Met while the suite was made.");
    if (written.doubt.empty() && run.kind == CrashKind::kAssertion && run.trace.size() == 1)
      written.doubt = "the function that it calls asserts what it demands of its callers";
    tell_doubt(written.doubt, print);
    written.name = unique_name(print.suite);
    written.test_source = print_gtest(small, subject_.api, print);
    written.report = crash_text(run, subject_.program);
  });
  if (ran) crashes.push_back(std::move(written));
  return true;
}

/// True: there were nulls that decide, and the crash is none.
bool CrashTests::add_nulls(const TestCase& test, const std::function<bool(const TestCase&)>& crashes_so) {
  auto nulls = nulls_given(test, subject_.api);
  if (nulls.empty()) nulls = nulls_passed_on(test, subject_.api, crashes_so);
  for (const auto& [i, k] : nulls) null_arguments.insert(argument_in_words(test, i, k));
  return !nulls.empty();
}

void CrashTests::add_findings(const std::vector<KeptTest>& kept, const std::vector<HarmfulTest>& harmful,
                              SanitizedSuite& sanitized, const std::filesystem::path& suite) {
  const Clock::Duration end = clock_.now() + kFindings;
  for (const HarmfulTest& each : harmful) {
    if (interrupted_) return;
    const auto finding = sanitized.finding(suite, each.name);
    if (!finding || !*finding) {
      notes.push_back(fmt::format("{}: alone, AddressSanitizer does not end it", each.name));
      continue;
    }
    const std::string words = in_words(**finding);
    const bool is_own = is_in_test(**finding);
    notes.push_back(fmt::format("{}: {}{}", each.name, words, is_own ? ", in the test itself" : ""));
    if (!is_own && described_.insert(words).second)
      add_finding(kept[each.test].test, **finding, sanitized, std::min<Clock::Duration>(end, clock_.now() + kFinding));
  }
}

void CrashTests::add_finding(const TestCase& test, const CrashReport& finding, SanitizedSuite& sanitized,
                             Clock::Duration end) {
  PrintOptions print = options_for(finding, subject_);
  const std::string name = fmt::format("{}.{}", print.suite, print.name), words = in_words(finding),
                    doubt = doubt_about_finding(test, finding);
  tell_doubt(doubt, print);
  std::optional<CrashReport> seen;
  const auto crashes_so = [&](const TestCase& candidate) {
    const auto program = sanitized.program_of_one(print_gtest(candidate, subject_.api, print));
    if (!program) return false;
    auto found = sanitized.finding(*program, name);
    if (!found || !*found || in_words(**found) != words) return false;
    if (doubt.empty() && !doubt_about_finding(candidate, **found).empty()) return false;
    seen = std::move(*found);
    return true;
  };
  if (crashes_so(test)) {
    const TestCase small = minimise(test, subject_.api, crashes_so, [&] { return interrupted_ || clock_.now() > end; });
    crashes.push_back({.name = unique_name(print.suite),
                       .description = words,
                       .doubt = doubt,
                       .test_source = print_gtest(small, subject_.api, print),
                       .report = sanitizer_text(*seen)});
  } else {
    notes.push_back(fmt::format("no test for {}: by itself, the test does not end so", words));
  }
}

/// Why what AddressSanitizer found in `test` may be the test's own mistake, in words; empty: nothing speaks for it.
std::string CrashTests::doubt_about_finding(const TestCase& test, const CrashReport& finding) const {
  if (std::string doubt = doubt_about(test, subject_.api); !doubt.empty()) return doubt;
  // For memory of its own the subject answers alone.
  const auto role = finding.kind == CrashKind::kUseAfterFree || finding.kind == CrashKind::kDoubleFree
                        ? OtherStack::Role::kFreed
                        : OtherStack::Role::kAllocated;
  const auto stack = std::ranges::find(finding.others, role, &OtherStack::role);
  CrashReport owner = finding;
  if (stack != finding.others.end()) owner.frames = stack->frames;
  if (stack != finding.others.end() && !is_in_test(owner)) return "";
  return are_extents_known(test, subject_.api) ? "" : "nothing tells how long an array that it passes has to be";
}

/// "XMLUtil::ToInt, argument 2"
std::string CrashTests::argument_in_words(const TestCase& test, std::size_t i, std::size_t k) const {
  const Callable& callable = subject_.api[test.statements[i].callable];
  if (callable.kind != CallableKind::kMethod) return fmt::format("{}, argument {}", callable.name, k + 1);
  return k == 0 ? callable.name + ", its object" : fmt::format("{}, argument {}", callable.name, k);
}

std::string CrashTests::unique_name(const std::string& wish) {
  std::string name = wish;
  for (int i = 2; !names_.insert(name).second; ++i) name = fmt::format("{}{}", wish, i);
  return name;
}

}  // namespace reenact
