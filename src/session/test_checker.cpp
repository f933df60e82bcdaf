#include "session/test_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <regex>
#include <utility>
#include <vector>

#include "base/background.h"
#include "build/flags.h"
#include "build/precompiled.h"
#include "session/earlier_findings.h"
#include "session/optimised_test.h"
#include "session/prelude_choice.h"
#include "session/unoptimised_subject.h"
#include "testcase/contracts.h"

namespace reenact {

namespace {

std::filesystem::path object_in(const CheckRequest& request) { return request.work_dir / "crash_test.o"; }

/// The linker's words for what some unit that was not compiled may define.
bool lacks_symbols(const Error& error) {
  return error.kind == ErrorKind::kSubject && error.message.contains("undefined symbol");
}

/// GoogleTest then matches with code of its own. Its library was built for <regex.h>: the two disagree on what a death test's
/// expectation looks like in memory, so none is written then.
constexpr const char* kWithoutPosixRegex = "-DGTEST_HAS_POSIX_RE=0";

/// Adds those of `flags` that name folders.
void add_folders(TestBuild& build, const std::vector<std::string>& flags) {
  for (const std::string& flag : flags)
    if (!included_folder(flag).empty() && std::ranges::find(build.compile_flags, flag) == build.compile_flags.end())
      build.compile_flags.push_back(flag);
}

}  // namespace

std::vector<TestChecker::Remedy> TestChecker::known_remedies() {
  return {
      // A class derived from one of a project that is built without type information would refer to what is not there.
      {"typeinfo for ", "-fno-rtti"},
      // GoogleTest includes the C library's <regex.h>, of which another library of regular expressions has its own version.
      {"regex.h:", kWithoutPosixRegex},
  };
}

TestChecker::TestChecker(const Subject& subject, const SubjectOptions& options, std::filesystem::path scratch,
                         std::vector<std::string> first)
    : subject_(subject),
      options_(options),
      interrupted_(options.interrupted),
      scratch_(std::move(scratch)),
      first_(std::move(first)) {
  SubjectOptions quiet = options;
  quiet.progress = nullptr;
  // The subject may be replaced by one with more calls while this runs.
  ahead_ = std::async(std::launch::async, [this, quiet, folders = subject.includer_flags]() -> Expected<CleanUnits> {
    give_way();
    auto units = CleanUnits::open(quiet);
    if (!units) return units;
    TestBuild build = units->description();
    add_folders(build, folders);
    precompiled_gtest_ = precompiled_gtest(build, quiet);
    units->build_ahead(first_, hurry_);
    return units;
  });
}

Expected<void> TestChecker::know_build() {
  if (!ahead_.valid()) return failed_ ? Expected<void>(std::unexpected(*failed_)) : Expected<void>();
  hurry_ = true;
  auto units = ahead_.get();
  if (!units) {
    failed_ = units.error();
    return std::unexpected(*failed_);
  }
  units_ = std::move(*units);
  build_ = units_->description();
  add_includes(build_);
  build_.precompiled_gtest = precompiled_gtest_;
  return {};
}

Expected<void> TestChecker::finish_build() {
  if (const auto known = know_build(); !known) return known;
  auto objects = units_->all_objects(options_.jobs);
  if (!objects) return std::unexpected(objects.error());
  build_.objects = std::move(*objects);
  return {};
}

std::vector<std::string> TestChecker::called_by(const TestCase& test) const {
  std::vector<std::string> called = first_;
  for (const Statement& each : test.statements)
    if (each.kind == StatementKind::kCall) called.push_back(subject_.api[each.callable].linkage_name);
  return called;
}

/// The units that the calls of `test` need.
Expected<void> TestChecker::compile_for(const TestCase& test) {
  auto objects = units_->objects_for_calls(called_by(test), options_.jobs);
  if (!objects) return std::unexpected(objects.error());
  build_.objects = std::move(*objects);
  return {};
}

/// Compiles what the last test that was compiled lacks, all units if that is nothing that is known of; false: all are there.
Expected<bool> TestChecker::compile_what_is_missing() {
  const std::size_t before = build_.objects.size();
  const auto symbols = symbols_of({object_in(in_scratch({}))});
  if (symbols) {
    auto objects = units_->objects_for(symbols->front().undefined, options_.jobs);
    if (!objects) return std::unexpected(objects.error());
    build_.objects = std::move(*objects);
    if (build_.objects.size() > before) return true;
  }
  if (const auto all = finish_build(); !all) return std::unexpected(all.error());
  return build_.objects.size() > before;
}

/// What `attempt`, which links, makes of `request`; again as long as the link lacks what more units may define.
template <typename Try>
auto TestChecker::linked(CheckRequest& request, Try attempt) {
  while (true) {
    request.build.objects = build_.objects;
    auto result = attempt(request);
    if (result || !lacks_symbols(result.error())) return result;
    const auto more = compile_what_is_missing();
    if (!more || !*more) return result;
  }
}

void TestChecker::expect_entered(const std::vector<FunctionId>& functions) {
  entered_.clear();
  for (const FunctionId id : functions) entered_.insert({subject_.program[id].linkage_name, subject_.program[id].file});
}

/// The units with sanitizers, but as they are where the next test does not enter them.
CleanUnits TestChecker::sanitized() const {
  CleanUnits result = units_->with(sanitizers_of_earlier_findings());
  if (entered_.empty()) return result;
  result.borrow(*units_, [&](const std::filesystem::path& source, const std::vector<std::string>& defined) {
    const auto is_entered = [&](const std::string& name) { return entered_.contains(name); };
    return !is_entered(source.string()) && std::ranges::none_of(defined, is_entered);
  });
  return result;
}

/// Begins to compile with sanitizers what `test` needs, and `request`, the test itself, beside the verdict's runs: these leave
/// processors idle.
void TestChecker::sanitize_ahead(const TestCase& test, CheckRequest request) {
  const bool is_busy =
      sanitized_ahead_.valid() && sanitized_ahead_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
  if (options_.jobs < 2 || is_busy) return;
  no_more_sanitized_ = false;
  CleanUnits units = sanitized();
  TestBuild build = units.description();
  add_includes(build);
  sanitized_ahead_ =
      std::async(std::launch::async, [this, units = std::move(units), called = called_by(test),
                                      request = with_sanitizers(std::move(request), std::move(build))]() mutable {
        (void)compile_test(request);  // what goes wrong is said when it is needed
        units.build_ahead(called, no_more_sanitized_);
      });
}

/// The units that the last test took, built as `options` say; `whole`: all of them.
Expected<TestBuild> TestChecker::other_build(const SubjectOptions& options, bool whole) {
  no_more_sanitized_ = true;
  if (sanitized_ahead_.valid()) sanitized_ahead_.wait();
  const bool looks_for_earlier = options.sanitizers == sanitizers_of_earlier_findings() && options.optimised;
  CleanUnits units = looks_for_earlier && !whole ? sanitized() : units_->with(options.sanitizers, options.optimised);
  const auto symbols = symbols_of({object_in(in_scratch({}))});
  auto objects =
      whole || !symbols ? units.all_objects(options.jobs) : units.objects_for(symbols->front().undefined, options.jobs);
  if (!objects) return std::unexpected(objects.error());
  TestBuild build = units.description();
  build.objects = std::move(*objects);
  add_includes(build);
  return build;
}

/// Tests need the include folders the prelude was found with.
void TestChecker::add_includes(TestBuild& build) const {
  add_folders(build, subject_.includer_flags);
  for (const Remedy& remedy : remedies_)
    if (remedy.is_taken) build.compile_flags.emplace_back(remedy.flag);
  if (own_headers_first_) build.compile_flags = with_own_headers_first(std::move(build.compile_flags));
}

CheckRequest TestChecker::in_scratch(CheckRequest wanted) const {
  wanted.work_dir = scratch_ / "check";
  wanted.build = build_;
  wanted.jobs = options_.jobs;
  wanted.compilers = options_.compilers;
  wanted.interrupted = interrupted_;
  return wanted;
}

std::optional<std::vector<std::string>> TestChecker::prelude_that_compiles(const TestCase& test, PrintOptions print,
                                                                           const TestBuild& build) const {
  CheckRequest request = in_scratch({});
  request.build = build;
  return reenact::choose_prelude(subject_.prelude, std::move(request), [&](const std::vector<std::string>& lines) {
    print.prelude = lines;
    return print_gtest(test, subject_.api, print);
  });
}

bool TestChecker::choose_prelude(const TestCase& test, PrintOptions& print) {
  auto chosen = prelude_that_compiles(test, print, build_);
  if (TestBuild own_first = build_; !chosen && !own_headers_first_) {
    own_first.compile_flags = with_own_headers_first(build_.compile_flags);
    own_first.precompiled_gtest.clear();
    if (own_first.compile_flags != build_.compile_flags) chosen = prelude_that_compiles(test, print, own_first);
    own_headers_first_ = chosen.has_value();  // so will the next test need them
    if (own_headers_first_) build_ = std::move(own_first);
  }
  print.prelude = chosen.value_or(subject_.prelude);
  return chosen.has_value();
}

bool TestChecker::is_choice() const {
  return subject_.prelude.size() > 1 || with_own_headers_first(build_.compile_flags) != build_.compile_flags;
}

Expected<Verdict> TestChecker::check(const TestCase& test, const CheckRequest& wanted, PrintOptions& print) {
  if (const auto ok = know_build(); !ok) return std::unexpected(ok.error());
  if (const auto ok = compile_for(test); !ok) return std::unexpected(ok.error());
  if (is_choice()) (void)choose_prelude(test, print);
  CheckRequest first = in_scratch(wanted);
  first.test_source = print_gtest(test, subject_.api, print);
  sanitize_ahead(test, std::move(first));
  auto verdict = check_with_remedies(check_forms(test, in_scratch(wanted), print), test, wanted, print);
  if (!verdict && verdict.error().message.contains("undefined symbol"))
    check_with_all_headers(verdict, test, wanted, print);
  if (verdict && may_be_seen_if_optimised(*verdict, in_scratch(wanted), options_))
    check_optimised(*verdict, test, wanted, print);
  const bool is_of_optimised = verdict && verdict->status == VerdictStatus::kReproduced && build_.optimises_test;
  if (is_of_optimised) note_optimised_test(*verdict);
  CheckRequest request = in_scratch(wanted);
  request.test_source = print_gtest(test, subject_.api, print);
  const auto build = [this](const SubjectOptions& options, bool whole) { return other_build(options, whole); };
  if (verdict) check_unoptimised(*verdict, request, options_, build);
  if (!verdict || verdict->status != VerdictStatus::kReproduced) {
    no_more_sanitized_ = true;
    return verdict;
  }
  judge_earlier_finding(*verdict, request, options_, !keeps_contracts(test, subject_.api), build);
  return verdict;
}

void TestChecker::check_with_all_headers(Expected<Verdict>& tried, const TestCase& test, const CheckRequest& wanted,
                                         PrintOptions& print) {
  PrintOptions all = print;
  all.prelude = subject_.prelude;
  if (all.prelude == print.prelude) return;
  auto verdict = check_forms(test, in_scratch(wanted), all);
  if (!verdict) return;
  tried = std::move(verdict);
  print = all;
}

void TestChecker::check_optimised(Verdict& verdict, const TestCase& test, const CheckRequest& wanted,
                                  PrintOptions& print) {
  const TestBuild before = build_;
  build_ = with_optimised_test(build_);
  PrintOptions form = print;
  auto again = check_forms(test, in_scratch(wanted), form);
  if (!again || !says_more(*again, verdict)) {
    build_ = before;
    return;
  }
  verdict = std::move(*again);
  print = form;
}

/// "void function 'size' should not return a value [-Wreturn-mismatch]": what clang takes for an error, and the project's compiler does not.
void TestChecker::add_remedy(const std::string& words) {
  static const std::regex complaint("error: [^\n]*\\[-W([a-z0-9+=-]+)\\]");
  std::smatch found;
  if (!std::regex_search(words, found, complaint)) return;
  const std::string flag = fmt::format("-Wno-{}", found[1].str());
  if (std::ranges::find(remedies_, flag, &Remedy::flag) == remedies_.end())
    remedies_.push_back({fmt::format("[-W{}]", found[1].str()), flag});
}

Expected<Verdict> TestChecker::check_with_remedies(Expected<Verdict> tried, const TestCase& test,
                                                   const CheckRequest& wanted, PrintOptions& print) {
  if (!tried) add_remedy(tried.error().message);
  for (Remedy& remedy : remedies_) {
    if (tried || remedy.is_taken || !tried.error().message.contains(remedy.sign)) continue;
    const TestBuild before = build_;
    build_.compile_flags.emplace_back(remedy.flag);
    build_.precompiled_gtest.clear();
    PrintOptions form = print;
    if (is_choice()) (void)choose_prelude(test, form);
    auto verdict = check_forms(test, in_scratch(wanted), form);
    remedy.is_taken = verdict.has_value();  // so will the next test need it
    if (!remedy.is_taken) {
      build_ = before;
      continue;
    }
    print = form;
    tried = std::move(verdict);
  }
  return tried;
}

namespace {

/// Texts were put on the heap, and what overflows is not one of them: the subject made it, of a copy perhaps.
bool may_read_plainer(const PrintOptions& form, const Verdict& verdict) {
  return form.texts_on_heap && !is_of_the_caller(verdict.observed);
}

}  // namespace

Expected<Verdict> TestChecker::check_forms(const TestCase& test, CheckRequest request, PrintOptions& print) {
  std::vector<PrintOptions> forms{print, print};
  forms[1].texts_on_heap = !print.texts_on_heap;
  std::optional<Expected<Verdict>> best;
  std::string tried;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const PrintOptions form = forms[i];
    request.test_source = print_gtest(test, subject_.api, form);
    if (request.test_source == tried) continue;
    tried = request.test_source;
    auto verdict = linked(request, [](const CheckRequest& each) { return reenact::check(each); });
    if (!verdict && verdict.error().kind == ErrorKind::kSubject && !form.move_values) {
      PrintOptions moved = form;
      moved.move_values = true;
      forms.insert(forms.begin() + static_cast<std::ptrdiff_t>(i) + 1, moved);
    }
    const bool is_better = !best || (verdict && (!*best || verdict->frames_matched > (*best)->frames_matched ||
                                                 verdict->status == VerdictStatus::kReproduced));
    if (is_better) {
      best = std::move(verdict);
      print = form;
    }
    if (*best && (*best)->status == VerdictStatus::kReproduced && !may_read_plainer(form, **best)) break;
    if (!*best && best->error().kind == ErrorKind::kInterrupted) break;
  }
  return std::move(*best);
}

void TestChecker::expect_crash(const TestCase& test, PrintOptions& print) {
  const bool knows_deaths = std::ranges::none_of(
      remedies_, [](const Remedy& each) { return each.is_taken && each.flag == kWithoutPosixRegex; });
  print.expect_crash = knows_deaths || print.kind == CrashKind::kCppException;
  if (print.kind != CrashKind::kCppException) return;
  CheckRequest request = in_scratch({});
  PrintOptions form = print;
  for (const std::string& type : {print.exception_type, std::string()}) {
    form.exception_type = type;
    request.test_source = print_gtest(test, subject_.api, form);
    const auto passed = linked(request, [](const CheckRequest& each) { return passes(each); });
    if (!passed || !*passed) continue;
    print = form;
    return;
  }
  print.expect_crash = knows_deaths;
  print.kind = CrashKind::kAbort;  // it ends in std::terminate on its way out
}

}  // namespace reenact
