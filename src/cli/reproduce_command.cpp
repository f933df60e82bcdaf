#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/files.h"
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
#include "crash/reader.h"
#include "output/cmake_project.h"
#include "output/verdict_words.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

struct ReproduceArguments : SearchArguments {
  CLI::App* command = nullptr;  // that they are parsed by
  std::unique_ptr<DeclaredOptions> declared;
  std::string report, others;
  bool as_published = false, no_novelty = false;
  unsigned thread = 0;
  ReproduceOptions options;

  SearchSettings settings() {
    return {options.subject, options.budget,       options.max_executions, options.seed,
            options.jobs,    options.expect_crash, options.format};
  }
};

/// One file per crash; those of an earlier run stay beside them.
Expected<void> write_others(const fs::path& folder, const Reproduction& result) {
  for (const OtherTest& test : result.other_tests)
    if (auto written = write_file(folder / (test.name + ".cpp"), test.source); !written) return written;
  if (!result.other_tests.empty())
    fmt::print("tests of {} other crashes: {}\n", result.other_tests.size(), folder.string());
  return {};
}

std::string replay_command(const ReproduceArguments& a) {
  const ReproduceOptions usual;
  Replay replay(fmt::format("reenact reproduce {} -p {}", shell_word(a.report), shell_word(a.build_dir)));
  replay.add_always("--seed", a.seed);
  replay.add_always("--budget", a.budget);
  replay.add_always("--jobs", a.options.jobs);
  replay.add("--max-executions", a.options.max_executions, usual.max_executions);
  replay.add("--frame", a.options.frame, usual.frame);
  replay.add("--thread", a.thread, 0U);
  replay.add("--strategy", a.options.search.strategies, usual.search.strategies);
  add_declared(replay, a.options.search);
  replay.add_text("--sanitize", a.sanitize);
  replay.add_text("--assertions", a.assertions);
  replay.add_each("--link", a.options.subject.link);
  replay.add_each("--header", a.options.subject.headers);
  replay.add("--later-calls", a.options.subject.later_seconds, usual.subject.later_seconds);
  replay.add_flag("--expect-crash", a.options.expect_crash);
  replay.add_text("--format", a.options.format == usual.format ? "" : format_name(a.options.format));
  return replay.text();
}

std::string reproduce_headline(const Reproduction& result) {
  switch (result.status) {
    case Status::kReproduced:
      return fmt::format("reproduced and verified: {}/{} runs in fresh processes, {}, {} statements{}",
                         result.verdict.runs_matching, result.verdict.runs, claimed_frames(result), result.statements,
                         contrived(result));
    case Status::kPartial:
      return fmt::format("partial: {}; {}", claimed_frames(result), result.lacks);
    case Status::kNotReproduced:
      break;
  }
  if (result.test_source.empty())
    return "not reproduced: " + (result.lacks.empty() ? "the budget was over before any test had run" : result.lacks);
  return fmt::format("not reproduced; the nearest test lacks: {}", result.lacks);
}

std::unexpected<Error> contradiction(const std::string& one, const std::string& other, std::string_view because) {
  return usage_error(
      fmt::format("{} and {} contradict each other: {}\n  next step: leave one out", one, other, because));
}

/// Options that mean something only beside another.
struct Needs {
  const char* option;
  bool is_met;
  std::string other;
};

Expected<void> check_needs(const CLI::App& command, const StrategyOptions& search) {
  const bool by_staircase = search.goal.fitness == "staircase";
  const std::string fitness = "--fitness " + search.goal.fitness;
  const bool has_turns = search.strategies.contains(',');
  const std::string alone = "--strategy " + search.strategies;
  const Needs all[] = {{"--line-without-call", by_staircase, fitness},
                       {"--hang-distance", by_staircase, fitness},
                       {"--got-through", by_staircase, fitness},
                       {"--example-texts", search.values.examples, "--no-examples"},
                       {"--seen-when-fresh", search.values.operand_values, "--no-operand-values"},
                       {"--seen-when-changed", search.values.operand_values, "--no-operand-values"},
                       {"--told-values", has_turns, alone},
                       {"--sure-share", has_turns, alone},
                       {"--half-life", has_turns, alone},
                       {"--led", has_turns, alone}};
  for (const Needs& each : all)
    if (command.count(each.option) > 0 && !each.is_met)
      return usage_error(fmt::format("{} is ignored with {}\n  next step: leave it out, or see --help-search",
                                     each.option, each.other));
  return {};
}

/// Fills in what switches stand for; what is given beside them counts more. Errors: those that mean nothing beside each
/// other.
Expected<void> settle_switches(ReproduceArguments& a) {
  StrategyOptions& search = a.options.search;
  if (a.as_published) set_as_published(search);
  if (a.as_published && a.command->count("--strategy") == 0) search.strategies = "genetic";
  if (a.no_novelty) search.novelty = NoveltyOptions::none();
  a.declared->apply();
  a.options.other_tests = !a.others.empty();
  const auto strategies = strategies_in(search.strategies);
  if (!strategies) return std::unexpected(strategies.error());
  if (const auto ok = a.declared->check_heeded(*strategies); !ok) return ok;
  if (const auto ok = check_needs(*a.command, search); !ok) return ok;
  if (a.command->count("--population-limit") > 0 && search.genetic.population_limit < search.breeding.population)
    return contradiction(fmt::format("--population-limit {}", search.genetic.population_limit),
                         fmt::format("--population {}", search.breeding.population),
                         "the population starts above its limit");
  return {};
}

/// A type and a text are enough for `reenact find`.
std::string find_instead(const CrashReport& report, const std::string& build_dir) {
  Replay find("reenact find");
  const bool is_assertion = report.kind == CrashKind::kAssertion;
  find.add_text("--exception", is_assertion ? "assertion" : report.exception_type);
  find.add_text("--message", report.message);
  find.add_text("-p", build_dir);
  return find.text();
}

/// Is there something that a search can go by: frames of the project?
Expected<void> check_trace(const CrashReport& report, const std::string& where, const std::string& build_dir) {
  if (!carries_text(report.kind)) return check_usable(report, where);
  if (report.frames.empty())
    return usage_error(
        fmt::format("{}: a crash ({}) without a stack trace\n  next step: give the trace too (a sanitizer's report, or "
                    "gdb's `bt`), or look for the crash without one:\n  {}",
                    where, to_string(report.kind), find_instead(report, build_dir)));
  auto usable = check_usable(report, where);
  if (!usable)
    usable.error().message +=
        fmt::format(", or look for the crash without its trace:\n  {}", find_instead(report, build_dir));
  return usable;
}

/// Checks what the user gave, before minutes are spent; the report it names.
Expected<CrashReport> complete(ReproduceArguments& a) {
  if (const auto ok = cli::complete(a, a.settings()); !ok) return std::unexpected(ok.error());
  if (const auto ok = settle_switches(a); !ok) return std::unexpected(ok.error());
  const auto text = read_input(a.report);
  if (!text) return std::unexpected(text.error());
  const std::string where = a.report == "-" ? "standard input" : a.report;
  auto report = find_crash_report(*text, where, a.thread);
  if (!report) return std::unexpected(report.error());
  if (const auto ok = check_trace(*report, where, a.build_dir); !ok) return std::unexpected(ok.error());
  if (const auto ok = check_frame(a.options.frame, *report); !ok) return std::unexpected(ok.error());
  if (a.options.expect_crash && !can_expect(a.options.format, report->kind))
    return contradiction("--expect-crash", fmt::format("--format {}", format_name(a.options.format)),
                         "only GoogleTest has tests of a crash that is no exception");
  if (const auto ok = prepare_out(a.out); !ok) return std::unexpected(ok.error());
  if (!a.others.empty())
    if (const auto ok = prepare_folder(a.others, "output folder", "--others"); !ok) return std::unexpected(ok.error());

  complete_subject(a.options.subject, *report, a.sanitize, a.assertions);
  return report;
}

/// When paths and STAR came in was a matter of time: who repeats the search is told.
void settle_replay(const Reproduction& result, ReproduceArguments& a, ResultContext& context) {
  const bool is_exact = a.options.max_executions != ReproduceOptions().max_executions;
  if (a.options.jobs > 1 || is_exact || (!result.paths_after && !result.star_after)) return;
  if (result.paths_after) a.options.search.concolic.paths_after = std::max<std::uint64_t>(*result.paths_after, 1);
  if (result.star_after) a.options.search.backward.star_after = std::max<std::uint64_t>(*result.star_after, 1);
  context.replay = replay_command(a);
}

Expected<int> run(ReproduceArguments& a) {
  const auto report = complete(a);
  if (!report) return std::unexpected(report.error());
  const auto scratch = make_scratch();
  if (!scratch) return std::unexpected(scratch.error());
  a.options.scratch = scratch->path();
  Compilers compilers({a.options.subject.cache_dir, scratch->path()});
  a.options.subject.compilers = &compilers;
  const SteadyClock clock;
  Progress progress(clock, a.options.budget);
  a.options.subject.progress = progress.steps();
  ResultContext context{a.options.search.strategies,
                        a.options.search.goal.fitness,
                        kTestFile,
                        a.others,
                        replay_command(a),
                        "",
                        a.options.seed};
  const auto result = reproduce(*report, a.options, clock, catch_interrupts(), progress);
  if (!result) return failed(a.out, context, result.error());
  settle_replay(*result, a, context);
  const std::string project = result->test_source.empty() ? "" : cmake_project(result->build, a.options.format);
  if (const auto ok = write_outcome(a.out, *report, *result, context, project); !ok) return std::unexpected(ok.error());
  print_outcome(reproduce_headline(*result), a.out, *result, context.replay, a.verbose);
  if (!a.others.empty())
    if (const auto ok = write_others(a.others, *result); !ok) return std::unexpected(ok.error());
  return exit_status_of(*result);
}

/// What stands for several options of the search, and these.
void add_strategy_options(CLI::App& command, ReproduceArguments& a) {
  command
      .add_option(
          "--strategy", a.options.search.strategies,
          "genetic: EvoCrash's guided genetic search; moho: the same with helper objectives (short tests, "
          "varied calls); concolic: solves the conditions of branches, as Tardis does; star: executes backward from "
          "the crash and composes calls, as STAR does; random: without guidance, for comparison. Several, with "
          "commas between them, work together")
      ->type_name("NAMES")
      ->capture_default_str()
      ->group(kSearchingGroup);
  a.declared = std::make_unique<DeclaredOptions>(command);
  declare(a.options.search, *a.declared);
  command
      .add_flag("--as-published", a.as_published,
                "Search as EvoCrash's paper does: all that was added to it is off, unless given beside this")
      ->group(kSearchingGroup);
  command.add_flag("--no-novelty", a.no_novelty, "Learn nothing from new code (see --help-search)")->group("");
}

/// The command; `a` must outlive `app`.
CLI::App* add_command(CLI::App& app, ReproduceArguments* a) {
  CLI::App* command = app.add_subcommand("reproduce", "Turn a crash report into a verified GoogleTest test");
  a->command = command;
  command
      ->add_option("REPORT", a->report,
                   "The crash report's file (sanitizer, Valgrind, gdb, lldb, assertion, terminate, an issue's text), "
                   "or - for standard input")
      ->required();
  add_search_options(*command, *a, a->settings());
  command
      ->add_option("--frame", a->options.frame, "Reproduce only the K innermost frames of the project (default: all)")
      ->check(at_least(1));
  add_thread_option(command, a->thread);
  command->add_option("--others", a->others, "Folder for the tests of other crashes met, one file each (not verified)")
      ->type_name("FOLDER");
  add_subject_options(*command, *a, a->settings(), "report");
  add_assertions_option(*command, a->assertions);
  add_later_calls_option(*command, a->options.subject.later_seconds, "lead to the crash");
  add_strategy_options(*command, *a);
  return command;
}

}  // namespace

void add_reproduce_command(CLI::App& app, int& exit_status) {
  auto a = std::make_shared<ReproduceArguments>();
  add_command(app, a.get())->callback([a, &exit_status] { exit_status = exit_status_of(run(*a)); });
}

Expected<void> check_study_options(std::vector<std::string> options) {
  ReproduceArguments a;
  CLI::App app;
  CLI::App* command = add_command(app, &a);
  app.set_help_flag();
  command->set_help_flag();
  command->remove_option(command->get_option("--help-search"));
  command->get_option("--build-dir")->required(false);
  options.insert(options.begin(), {"reproduce", "report.txt"});
  std::ranges::reverse(options);  // as CLI11 wants them
  try {
    app.parse(std::move(options));
  } catch (const CLI::ParseError& error) {
    return usage_error(error.what());
  }
  for (const char* own : {"--build-dir", "--out", "--seed", "--jobs", "--budget", "--cache"})
    if (command->count(own) > 0) return usage_error(fmt::format("{} is set by the study itself", own));
  if (command->count("--others") > 0)
    return usage_error("--others is no option of a study: all its runs would write into one folder");
  return settle_switches(a);
}

}  // namespace reenact::cli
