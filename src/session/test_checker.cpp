#include "session/test_checker.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "build/flags.h"
#include "session/earlier_findings.h"
#include "session/prelude_choice.h"
#include "testcase/contracts.h"

namespace reenact {

TestChecker::TestChecker(const Subject& subject, const SubjectOptions& options, std::filesystem::path scratch)
    : subject_(subject), options_(options), interrupted_(options.interrupted), scratch_(std::move(scratch)) {
  SubjectOptions quiet = options;
  quiet.progress = nullptr;
  quiet.jobs = 1;
  clean_ = std::async(std::launch::async, [quiet] { return build_clean(quiet); });
}

Expected<void> TestChecker::finish_build() {
  if (!clean_.valid()) return failed_ ? Expected<void>(std::unexpected(*failed_)) : Expected<void>();
  auto build = clean_.get();
  if (!build) {
    failed_ = build.error();
    return std::unexpected(*failed_);
  }
  build_ = std::move(*build);
  add_includes(build_);
  return {};
}

namespace {

/// A project's own `time.h` or `string.h` would be taken for the system's where GoogleTest's headers include that. A folder that
/// is given again, for quotes and behind the system's, counts only there.
void look_into_system_first(std::vector<std::string>& flags) {
  std::vector<std::string> again;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (!flags[i].starts_with("-I")) continue;
    const std::string folder = flags[i].size() > 2 ? flags[i].substr(2) : i + 1 < flags.size() ? flags[i + 1] : ".";
    again.insert(again.end(), {"-iquote", folder, "-idirafter", folder});
  }
  flags.insert(flags.end(), again.begin(), again.end());
}

/// A class derived from one of a project that is built so would refer to type information that is not there.
void do_without_type_information(std::vector<std::string>& flags) { flags.emplace_back("-fno-rtti"); }

struct Remedy {
  std::string_view against;  // words of the compiler or linker
  void (*apply)(std::vector<std::string>& flags);
};
constexpr std::array kRemedies{Remedy{"typeinfo for ", do_without_type_information},
                               Remedy{"does not compile", look_into_system_first}};

}  // namespace

/// Tests need the include folders the prelude was found with.
void TestChecker::add_includes(TestBuild& build) const {
  for (const std::string& flag : subject_.includer_flags)
    if (!included_folder(flag).empty() && std::ranges::find(build.compile_flags, flag) == build.compile_flags.end())
      build.compile_flags.push_back(flag);
  if (remedy_ != nullptr) remedy_(build.compile_flags);
}

CheckRequest TestChecker::in_scratch(CheckRequest wanted) const {
  wanted.work_dir = scratch_ / "check";
  wanted.build = build_;
  wanted.interrupted = interrupted_;
  return wanted;
}

bool TestChecker::choose_prelude(const TestCase& test, PrintOptions& print) const {
  CheckRequest request = in_scratch({});
  const auto source = [&](const std::vector<std::string>& prelude) {
    print.prelude = prelude;
    return print_gtest(test, subject_.api, print);
  };
  const std::string text = source({});
  const auto chosen = reenact::choose_prelude(subject_.prelude, std::string_view(text).substr(text.find("TEST(")),
                                              [&](const auto& lines) {
                                                request.test_source = source(lines);
                                                return included_if_compiles(request);
                                              });
  print.prelude = chosen.value_or(subject_.prelude);
  return chosen.has_value();
}

Expected<Verdict> TestChecker::check(const TestCase& test, const CheckRequest& wanted, PrintOptions& print) {
  if (const auto ok = finish_build(); !ok) return std::unexpected(ok.error());
  if (subject_.prelude.size() > 1) (void)choose_prelude(test, print);
  auto verdict = check_remedied(check_forms(test, in_scratch(wanted), print), test, wanted, print);
  if (!verdict || verdict->status != VerdictStatus::kReproduced) return verdict;
  CheckRequest request = in_scratch(wanted);
  request.test_source = print_gtest(test, subject_.api, print);
  judge_earlier_finding(*verdict, std::move(request), options_, !keeps_contracts(test, subject_.api),
                        [this](TestBuild& build) { add_includes(build); });
  return verdict;
}

Expected<Verdict> TestChecker::check_remedied(Expected<Verdict> tried, const TestCase& test, const CheckRequest& wanted,
                                              PrintOptions& print) {
  if (tried || tried.error().kind != ErrorKind::kSubject || remedy_ != nullptr) return tried;
  for (const Remedy& remedy : kRemedies) {
    if (!tried.error().message.contains(remedy.against)) continue;
    CheckRequest request = in_scratch(wanted);
    remedy.apply(request.build.compile_flags);
    PrintOptions form = print;
    auto verdict = check_forms(test, request, form);
    if (!verdict) continue;
    remedy_ = remedy.apply;  // what helps one test helps the next
    build_ = std::move(request.build);
    print = form;
    return verdict;
  }
  return tried;
}

Expected<Verdict> TestChecker::check_forms(const TestCase& test, CheckRequest request, PrintOptions& print) const {
  std::vector<PrintOptions> forms{print, print};
  forms[1].texts_on_heap = !print.texts_on_heap;
  std::optional<Expected<Verdict>> best;
  std::string tried;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const PrintOptions form = forms[i];
    request.test_source = print_gtest(test, subject_.api, form);
    if (request.test_source == tried) continue;
    tried = request.test_source;
    auto verdict = reenact::check(request);
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
    if (*best && (*best)->status == VerdictStatus::kReproduced) break;
    if (!*best && best->error().kind == ErrorKind::kInterrupted) break;
  }
  return std::move(*best);
}

void TestChecker::expect_crash(const TestCase& test, PrintOptions& print) const {
  print.expect_crash = true;
  if (print.kind != CrashKind::kCppException) return;
  CheckRequest request = in_scratch({});
  PrintOptions form = print;
  for (const std::string& type : {print.exception_type, std::string()}) {
    form.exception_type = type;
    request.test_source = print_gtest(test, subject_.api, form);
    const auto passed = passes(request);
    if (!passed || !*passed) continue;
    print = form;
    return;
  }
  print.kind = CrashKind::kAbort;  // it ends in std::terminate on its way out
}

}  // namespace reenact
