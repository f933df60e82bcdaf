#include "session/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/files.h"
#include "build/clean_build.h"
#include "build/compilation_database.h"
#include "build/needed_units.h"
#include "build/precompiled.h"
#include "contain/containment.h"
#include "goal/find_frames.h"
#include "goal/report_place.h"
#include "session/earlier_findings.h"
#include "session/optimised_test.h"
#include "session/patched_project.h"
#include "session/subject.h"
#include "session/unoptimised_subject.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

bool always(const Passes& passes) { return passes.runs > 0 && passes.passing == passes.runs; }

Expected<std::string> text_of(const fs::path& test, std::string_view what) {
  if (auto text = read_file(test); text && fs::is_regular_file(test)) return std::move(*text);
  return usage_error(fmt::format(
      "{}: cannot be read\n  next step: give {}, a C++ file with GoogleTest tests, or a program in C or C++",
      test.string(), what));
}

class Verifier {
 public:
  Verifier(const CrashReport& report, const VerifyOptions& options) : report_(report), options_(options) {}

  Expected<Verification> run() {
    if (auto read = read_tests(); !read) return std::unexpected(read.error());
    if (auto known = know_subject(); !known) return std::unexpected(known.error());
    auto build = check_with_needed_units();
    if (!build) return std::unexpected(build.error());
    if (!near_miss_.empty())
      if (auto counted = count(*build, near_miss_, options_.near_miss, out_.near_miss); !counted)
        return std::unexpected(counted.error());
    if (!options_.patch.empty())
      if (auto fixed = check_fix(); !fixed) return std::unexpected(fixed.error());
    return std::move(out_);
  }

 private:
  /// Judges the test. Where that does not link, units that were left out may have what is missing. Returns the build that it linked with.
  Expected<TestBuild> check_with_needed_units() {
    return with_needed_units(options_.subject, [this](LinkProblem& problem) -> Expected<TestBuild> {
      auto build = build_clean(options_.subject);
      if (!build) return build;
      add_headers(*build);
      const auto checked = check_test(*build);
      if (checked) return build;
      problem.undefined = undefined_in(checked.error().message);
      return std::unexpected(checked.error());
    });
  }

  Expected<void> read_tests() {
    auto test = text_of(options_.test, "TEST");
    if (!test) return std::unexpected(test.error());
    out_.result.test_source = std::move(*test);
    out_.result.warnings = gaps_of(containment_here());
    if (options_.near_miss.empty()) return {};
    auto near_miss = text_of(options_.near_miss, "--near-miss");
    if (!near_miss) return std::unexpected(near_miss.error());
    near_miss_ = std::move(*near_miss);
    return {};
  }

  /// Finds the report's frames in the subject. What is not there may be the test's: an instantiation of a template.
  Expected<void> know_subject() {
    auto program = read_program(options_.subject);
    if (!program) return std::unexpected(program.error());
    program_ = std::move(*program);
    if (auto named = name_function_of_place(report_, program_); !named) return named;
    out_.result.frames_total = report_.subject_frames().size();
    const auto found = find_frames(report_, program_);
    if (!found || !found->missing.empty())
      out_.result.notes.push_back(
          fmt::format("not every frame is found in the project, so they are compared as reported: {}",
                      found ? found->missing : found.error().message));
    if (!found) return {};
    for (const FrameIndex frame : found->of_the_program)
      out_.result.frames_of_the_program.push_back(report_.frames[frame.index()]);
    complete_report(report_, *found, program_);
    out_.result.frames_total -= found->of_others.size();
    return {};
  }

  static void add_last_folders(const std::set<std::string>& folders, TestBuild& build) {
    for (const std::string& folder : folders)
      build.compile_flags.insert(build.compile_flags.end(), {"-idirafter", folder});
  }

  /// A test may include the subject's headers by name alone.
  void add_folders(TestBuild& build) const {
    std::set<std::string> folders;
    for (const Function& function : program_.functions) folders.insert(fs::path(function.file).parent_path().string());
    build.compile_flags.push_back("-I" + fs::absolute(options_.test).parent_path().string());
    add_last_folders(folders, build);
  }

  /// In front of them: a patch may change headers that no flag leads to.
  static Expected<void> add_patched_folders(const fs::path& build_dir, TestBuild& build) {
    const auto commands = read_compilation_database(build_dir);
    if (!commands) return std::unexpected(commands.error());
    std::set<std::string> folders;
    for (const CompileCommand& each : *commands) folders.insert(each.file.parent_path().string());
    add_last_folders(folders, build);
    return {};
  }

  /// And, where one compilation of it serves several tests, or the next command, GoogleTest's header.
  void add_headers(TestBuild& build) const {
    add_folders(build);
    if (begins_with_gtest(out_.result.test_source))
      build.precompiled_gtest = precompiled_gtest(build, options_.subject);
  }

  [[nodiscard]] CheckRequest request(const TestBuild& build, std::string source, const fs::path& file) const {
    CheckRequest result;
    result.test_source = std::move(source);
    result.is_c = file.extension() == ".c";
    result.work_dir = options_.scratch / "check";
    result.build = build;
    result.runs = options_.runs;
    result.every_run = true;
    result.compilers = options_.subject.compilers;
    result.interrupted = options_.subject.interrupted;
    return result;
  }

  Expected<void> check_test(const TestBuild& build) {
    Reproduction& result = out_.result;
    CheckRequest wanted = request(build, result.test_source, options_.test);
    wanted.report = &report_;
    wanted.frames = report_.subject_frames().size();
    if (options_.frame > 0) wanted.frames = std::min(wanted.frames, options_.frame);
    auto verdict = check(wanted);
    if (!verdict) return std::unexpected(verdict.error());
    const auto build_all = [this](const SubjectOptions& options, bool) {
      auto build_of_all = build_clean(options);
      if (build_of_all) add_folders(*build_of_all);
      return build_of_all;
    };
    if (may_be_seen_if_optimised(*verdict, wanted, options_.subject)) {
      CheckRequest optimised = wanted;
      optimised.build = with_optimised_test(build);
      if (auto again = check(optimised); again && says_more(*again, *verdict)) {
        note_optimised_test(*again);
        verdict = std::move(again);
      }
    }
    check_unoptimised(*verdict, wanted, options_.subject, build_all);
    if (verdict->status == VerdictStatus::kReproduced)
      judge_earlier_finding(*verdict, wanted, options_.subject, false, build_all);
    result.verdict = std::move(*verdict);
    result.build = build;
    result.frames_reproduced = result.verdict.frames_matched;
    result.lacks = result.verdict.difference;
    if (result.verdict.status == VerdictStatus::kReproduced) result.status = Status::kReproduced;
    if (result.verdict.status == VerdictStatus::kPartial) result.status = Status::kPartial;
    return {};
  }

  Expected<void> count(const TestBuild& build, const std::string& source, const fs::path& file,
                       std::optional<Passes>& into) const {
    auto passes = count_passes(request(build, source, file));
    if (!passes) return std::unexpected(passes.error());
    into = std::move(*passes);
    return {};
  }

  Expected<void> check_fix() {
    const fs::path folder = options_.scratch / "patched";
    auto build_dir = patched_copy(options_.subject.build_dir, options_.patch, folder);
    if (!build_dir) return std::unexpected(build_dir.error());
    SubjectOptions patched = options_.subject;
    patched.build_dir = std::move(*build_dir);
    patched.cache_dir = folder / "cache";  // nobody asks for this build again
    auto build = build_clean(patched);
    if (!build)
      return std::unexpected(
          Error{build.error().kind, fmt::format("with {}: {}", options_.patch.string(), build.error().message)});
    if (const auto added = add_patched_folders(patched.build_dir, *build); !added) return added;
    add_headers(*build);
    if (auto counted = count(*build, out_.result.test_source, options_.test, out_.fixed); !counted) return counted;
    return near_miss_.empty() ? Expected<void>() : count(*build, near_miss_, options_.near_miss, out_.near_fixed);
  }

  CrashReport report_;
  const VerifyOptions& options_;
  ProgramModel program_;
  std::string near_miss_;
  Verification out_;
};

}  // namespace

bool Verification::holds() const {
  if (result.status != Status::kReproduced) return false;
  return std::ranges::all_of(std::initializer_list<const std::optional<Passes>*>{&fixed, &near_miss, &near_fixed},
                             [](const auto* each) { return !*each || always(**each); });
}

Expected<Verification> verify(const CrashReport& report, const VerifyOptions& options) {
  return Verifier(report, options).run();
}

}  // namespace reenact
