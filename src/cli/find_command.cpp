#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "build/assertions.h"
#include "build/needed_sanitizers.h"
#include "cli/commands.h"
#include "cli/declared_options.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/outcome.h"
#include "cli/progress.h"
#include "cli/replay.h"
#include "cli/search_options.h"
#include "cli/session.h"
#include "contain/compilers.h"
#include "output/cmake_project.h"
#include "reproduce/find_crash.h"

namespace reenact::cli {
namespace {

struct FindArguments : SearchArguments {
  std::unique_ptr<DeclaredOptions> declared;
  std::string exception, message, function;
  FindOptions options;

  SearchSettings settings() {
    return {options.target.subject, options.budget,       options.max_executions, options.seed,
            options.target.jobs,    options.expect_crash, options.format};
  }
};

Expected<Sanitizers> sanitizers_of(const FindArguments& a) {
  Sanitizers result;
  result.address = std::ranges::any_of(a.options.target.description.kinds, needs_address_sanitizer);
  if (result.address && a.sanitize == "none")
    return usage_error(fmt::format(
        "--exception {} and --sanitize none contradict each other: only AddressSanitizer sees such a crash\n  next "
        "step: leave --sanitize out",
        a.exception));
  if (a.sanitize == "address") result.address = true;
  return result;
}

std::string replay_command(const FindArguments& a) {
  const FindOptions usual;
  Replay replay(fmt::format("reenact find -p {}", shell_word(a.build_dir)));
  replay.add_text("--exception", a.exception);
  replay.add_text("--message", a.message);
  replay.add_text("--function", a.function);
  replay.add_each("--library", a.options.target.part.libraries);
  replay.add_each("--files", a.options.target.part.files);
  replay.add_always("--seed", a.seed);
  replay.add_always("--budget", a.budget);
  replay.add_always("--jobs", a.options.target.jobs);
  replay.add("--max-executions", a.options.max_executions, usual.max_executions);
  add_declared(replay, a.options.beacon);
  add_declared(replay, a.options.target.callers);
  replay.add("--restarts", a.options.restarts, usual.restarts);
  replay.add_text("--sanitize", a.sanitize);
  replay.add_each("--link", a.options.target.subject.link);
  replay.add_each("--header", a.options.target.subject.headers);
  replay.add("--later-calls", a.options.target.subject.later_seconds, usual.target.subject.later_seconds);
  replay.add_flag("--expect-crash", a.options.expect_crash);
  replay.add_text("--format", a.options.format == usual.format ? "" : format_name(a.options.format));
  return replay.text();
}

std::string find_headline(const Reproduction& result, const CrashDescription& wanted) {
  if (result.status == Status::kReproduced)
    return fmt::format("found and verified: {}/{} runs in fresh processes, {} generations, {} statements",
                       result.verdict.runs_matching, result.verdict.runs, result.generations, result.statements);
  if (result.test_source.empty())
    return fmt::format("not found: {}\n  the budget was over before any test had run", to_string(wanted));
  return fmt::format("not found within {} generations: {}\n  the nearest test: {}", result.generations,
                     to_string(wanted), result.lacks);
}

Expected<void> complete(FindArguments& a) {
  if (const auto ok = cli::complete(a, a.settings()); !ok) return ok;
  a.declared->apply();
  const auto description = parse_description(a.exception, a.message, a.function);
  a.options.target.subject.unit = a.function;
  if (!description) return std::unexpected(description.error());
  a.options.target.description = *description;
  const auto sanitizers = sanitizers_of(a);
  if (!sanitizers) return std::unexpected(sanitizers.error());
  a.options.target.subject.sanitizers = *sanitizers;
  const std::vector<CrashKind>& kinds = a.options.target.description.kinds;
  if (std::ranges::find(kinds, CrashKind::kAssertion) != kinds.end())
    a.options.target.subject.assertions = Assertions::kOn;
  return prepare_out(a.out);
}

Expected<int> run(FindArguments& a) {
  if (const auto ok = complete(a); !ok) return std::unexpected(ok.error());
  const auto scratch = make_scratch();
  if (!scratch) return std::unexpected(scratch.error());
  a.options.target.scratch = scratch->path();
  Compilers compilers({a.options.target.subject.cache_dir, scratch->path()});
  a.options.target.subject.compilers = &compilers;
  const SteadyClock clock;
  Progress progress(clock, a.options.budget);
  a.options.target.subject.progress = progress.steps();
  ResultContext context;
  context.strategy = context.fitness = "beacon";
  context.test_file = kTestFile;
  context.replay = replay_command(a);
  context.seed = a.options.seed;
  const auto found = find_crash(a.options, clock, catch_interrupts(), progress);
  if (!found) return failed(a.out, context, found.error());
  const Reproduction& result = found->result;
  const std::string project = result.status == Status::kReproduced ? cmake_project(result.build, a.options.format) : "";
  if (const auto ok = write_outcome(a.out, found->crash, result, context, project); !ok)
    return std::unexpected(ok.error());
  print_outcome(find_headline(result, a.options.target.description), a.out, result, context.replay, a.verbose);
  return exit_status_of(result);
}

}  // namespace

void add_find_command(CLI::App& app, int& exit_status) {
  auto a = std::make_shared<FindArguments>();
  CLI::App* command = app.add_subcommand(
      "find", "From a partial description of a crash, without a trace, find a minimal verified test that raises it");
  add_search_options(*command, *a, a->settings());
  command
      ->add_option("--exception", a->exception,
                   "What ended the program: a C++ type (YAML::ParserException), a signal (SIGSEGV), or a kind of "
                   "crash (abort, assertion, heap-buffer-overflow, ...)")
      ->type_name("NAME");
  command->add_option("--message", a->message, "Text that the message of the exception or failed assertion contains");
  command->add_option("--function", a->function, "Function on the stack of the crash")->type_name("NAME");
  command
      ->add_option("--library", a->options.target.part.libraries,
                   "Part of the project whose public calls may be made: a namespace, or a folder of sources or "
                   "headers; repeatable (default: all)")
      ->type_name("NAME")
      ->check(not_empty());
  command
      ->add_option("--files", a->options.target.part.files,
                   "Source files or headers whose public calls may be made, as a glob such as 'parser*.h'; repeatable")
      ->type_name("GLOB")
      ->check(not_empty());
  a->declared = std::make_unique<DeclaredOptions>(*command);
  declare(a->options.beacon, *a->declared);
  declare(a->options.target.callers, *a->declared);
  command
      ->add_option("--restarts", a->options.restarts,
                   "Further searches after the first one (0: none, as published; default: while the budget lasts)")
      ->check(at_least(0));
  add_subject_options(*command, *a, a->settings(), "description");
  add_later_calls_option(*command, a->options.target.subject.later_seconds, "call what --function names");
  command->callback([a, &exit_status] { exit_status = exit_status_of(run(*a)); });
}

}  // namespace reenact::cli
