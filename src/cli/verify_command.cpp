#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/files.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/outcome.h"
#include "cli/replay.h"
#include "cli/search_options.h"
#include "cli/session.h"
#include "contain/compilers.h"
#include "crash/reader.h"
#include "output/result_json.h"
#include "output/verdict_words.h"
#include "session/verification.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

struct VerifyArguments {
  std::string test, report, build_dir, out, cache, sanitize, assertions, patch, near_miss;
  unsigned thread = 0;
  bool verbose = false;
  VerifyOptions options;
};

std::string command_of(const VerifyArguments& a) {
  const VerifyOptions usual;
  Replay replay(
      fmt::format("reenact verify {} {} -p {}", shell_word(a.test), shell_word(a.report), shell_word(a.build_dir)));
  replay.add("--runs", a.options.runs, usual.runs);
  replay.add("--frame", a.options.frame, usual.frame);
  replay.add("--thread", a.thread, 0U);
  replay.add_text("--fixed-by", a.patch);
  replay.add_text("--near-miss", a.near_miss);
  replay.add_text("--sanitize", a.sanitize);
  replay.add_text("--assertions", a.assertions);
  replay.add_each("--link", a.options.subject.link);
  return replay.text();
}

std::string verify_headline(const Reproduction& result) {
  const std::string runs =
      fmt::format("{}/{} runs in fresh processes", result.verdict.runs_matching, result.verdict.runs);
  switch (result.status) {
    case Status::kReproduced:
      return fmt::format("reproduced: {}, {}", runs, claimed_frames(result));
    case Status::kPartial:
      return fmt::format("partial: {}, {}; {}", runs, claimed_frames(result), result.lacks);
    case Status::kNotReproduced:
      break;
  }
  return fmt::format("not reproduced: {}; {}", runs, result.lacks);
}

std::string words_for(const std::string& what, const Passes& passes) {
  std::string text = fmt::format("{}: passes in {}/{} runs", what, passes.passing, passes.runs);
  if (!passes.otherwise.empty()) text += "; else: " + passes.otherwise;
  return text + '\n';
}

std::string shown(const VerifyArguments& a, const Verification& verification) {
  std::string text = verify_headline(verification.result) + '\n' + limits_of(verification.result);
  if (verification.fixed) text += words_for("fixed by " + a.patch, *verification.fixed);
  if (verification.near_miss) text += words_for("near miss, as it is", *verification.near_miss);
  if (verification.near_fixed) text += words_for("near miss, fixed by " + a.patch, *verification.near_fixed);
  for (const std::string& warning : verification.result.warnings) text += fmt::format("warning: {}\n", warning);
  if (a.verbose)
    for (const std::string& note : verification.result.notes) text += fmt::format("note: {}\n", note);
  return text;
}

Expected<CrashReport> complete(VerifyArguments& a) {
  const auto text = read_input(a.report);
  if (!text) return std::unexpected(text.error());
  auto report = read_crash_report(*text, a.report == "-" ? "standard input" : a.report, a.thread);
  if (!report) return std::unexpected(report.error());
  if (const auto ok = check_frame(a.options.frame, *report); !ok) return std::unexpected(ok.error());
  auto cache = cache_folder(a.cache);
  if (!cache) return std::unexpected(cache.error());
  SubjectOptions& subject = a.options.subject;
  subject.cache_dir = std::move(*cache);
  subject.build_dir = a.build_dir;
  subject.interrupted = &catch_interrupts();
  complete_subject(subject, *report, a.sanitize, a.assertions);
  a.options.test = a.test;
  a.options.patch = a.patch;
  a.options.near_miss = a.near_miss;
  if (!a.out.empty())
    if (const auto ok = prepare_folder(a.out, "output folder", "-o"); !ok) return std::unexpected(ok.error());
  return report;
}

Expected<int> run(VerifyArguments& a) {
  const auto report = complete(a);
  if (!report) return std::unexpected(report.error());
  const auto scratch = make_scratch();
  if (!scratch) return std::unexpected(scratch.error());
  a.options.scratch = scratch->path();
  Compilers compilers({a.options.subject.cache_dir, scratch->path()});
  a.options.subject.compilers = &compilers;
  const auto verification = verify(*report, a.options);
  if (!verification) return std::unexpected(verification.error());
  ResultContext context;
  context.test_file = a.test;
  context.replay = command_of(a);
  if (!a.out.empty())
    if (const auto ok = write_file(fs::path(a.out) / "result.json", verification_json(*report, *verification, context));
        !ok)
      return std::unexpected(ok.error());
  fmt::print("{}", valid_utf8(shown(a, *verification)));
  return verification->holds() ? kReproducedStatus : kNotReproducedStatus;
}

void add_options(CLI::App* command, VerifyArguments* a) {
  command->add_option("TEST", a->test, "A C++ file with GoogleTest tests, or a program (.c: in C), from anywhere")
      ->required();
  command->add_option("REPORT", a->report, "The crash report's file, or - for standard input")->required();
  add_build_dir_option(*command, a->build_dir);
  command->add_option("--runs", a->options.runs, "How often the test is run, each time in a fresh process")
      ->capture_default_str()
      ->check(CLI::Range(1U, 10'000U));
  command
      ->add_option("--fixed-by", a->patch,
                   "A patch (unified diff): does the test pass with it? The project is copied, and never written to")
      ->type_name("FILE")
      ->check(not_empty());
  command
      ->add_option("--near-miss", a->near_miss,
                   "Another test, which nearly crashes: it has to pass, and still pass with the patch of --fixed-by")
      ->type_name("FILE")
      ->check(not_empty());
  command->add_option("--frame", a->options.frame, "Compare the K innermost frames of the project only (default: all)")
      ->check(at_least(1));
  add_thread_option(command, a->thread);
  command->add_option("-o,--out", a->out, "Folder for result.json (default: none is written)")->type_name("FOLDER");
  add_link_option(*command, a->options.subject.link);
  command->add_option("--sanitize", a->sanitize, "Override what the report asks for: address or none")
      ->check(CLI::IsMember({"address", "none"}));
  add_assertions_option(*command, a->assertions);
  command->add_option("--jobs", a->options.subject.jobs, "Parallel compilers")
      ->capture_default_str()
      ->check(CLI::Range(1U, 64U));
  add_cache_option(*command, a->cache);
  command->add_flag("--verbose", a->verbose, "Also print what was left out, and why");
}

}  // namespace

void add_verify_command(CLI::App& app, int& exit_status) {
  auto a = std::make_shared<VerifyArguments>();
  CLI::App* command = app.add_subcommand(
      "verify", "Say whether a test crashes as a report says, how often, and whether a patch ends that");
  add_options(command, a.get());
  command->footer(
      "Exit status: 0 crashes as reported in every run (and passes with the patch, and so does the near miss); 1 not "
      "so;\n2 "
      "bad usage or unreadable input, or the patch does not apply; 3 the project or the test could not be built or "
      "linked.");
  command->callback([a, &exit_status] { exit_status = exit_status_of(run(*a)); });
}

}  // namespace reenact::cli
