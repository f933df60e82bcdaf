#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/files.h"
#include "build/needed_sanitizers.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/outcome.h"
#include "cli/progress.h"
#include "cli/replay.h"
#include "cli/search_options.h"
#include "cli/session.h"
#include "crash/reader.h"
#include "fitness/make_fitness.h"
#include "output/cmake_project.h"
#include "output/verdict_words.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

struct Arguments : SearchArguments {
  CLI::App* command = nullptr;  // that they are parsed by
  std::string report, others, secondary = "none", moho_selection = "spea2", fitness;
  bool as_published = false;
  unsigned thread = 0;
  ReproduceOptions options;

  SearchSettings settings() {
    return {options.subject, options.budget, options.max_executions, options.seed, options.jobs, options.expect_crash};
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

std::string replay_command(const Arguments& a) {
  const ReproduceOptions usual;
  Replay replay(fmt::format("reenact reproduce {} -p {}", shell_word(a.report), shell_word(a.build_dir)));
  replay.add_always("--seed", a.seed);
  replay.add_always("--budget", a.budget);
  replay.add_always("--jobs", a.options.jobs);
  replay.add("--max-executions", a.options.max_executions, usual.max_executions);
  replay.add("--frame", a.options.frame, usual.frame);
  replay.add("--thread", a.thread, 0U);
  replay.add("--fitness", a.options.fitness, usual.fitness);
  replay.add("--strategy", a.options.strategy, usual.strategy);
  replay.add("--moho-selection", a.moho_selection, std::string("spea2"));
  replay.add("--secondary", a.secondary, std::string("none"));
  replay.add("--population", a.options.guided.population, usual.guided.population);
  replay.add("--population-step", a.options.guided.population_step, usual.guided.population_step);
  replay.add("--population-limit", a.options.guided.population_limit, usual.guided.population_limit);
  replay.add("--novelty", a.options.guided.novelty, usual.guided.novelty);
  replay.add("--crossover", a.options.guided.crossover, usual.guided.crossover);
  replay.add("--mutations", a.options.guided.mutations, usual.guided.mutations);
  replay.add("--stagnation", a.options.guided.stagnation, usual.guided.stagnation);
  replay.add("--initial-calls", a.options.guided.initial_statements, usual.guided.initial_statements);
  replay.add_flag("--no-slices", !a.options.guided.slices);
  replay.add_flag("--no-setup-calls", !a.options.guided.setup_calls);
  replay.add_flag("--no-second-search", !a.options.second_search);
  replay.add_flag("--no-formats", !a.options.formats);
  replay.add_flag("--no-constant-values", !a.options.constant_values);
  replay.add_flag("--no-report-values", !a.options.report_values);
  replay.add_switch("graded-exception", a.options.graded_exception, usual.graded_exception);
  replay.add_switch("adaptive-operators", a.options.guided.adaptive, usual.guided.adaptive);
  replay.add_switch("operand-values", a.options.operand_values, usual.operand_values);
  replay.add_text("--sanitize", a.sanitize);
  replay.add_each("--link", a.options.subject.link);
  replay.add_each("--header", a.options.subject.headers);
  replay.add_flag("--expect-crash", a.options.expect_crash);
  return replay.text();
}

std::string headline(const Reproduction& result) {
  switch (result.status) {
    case Status::kReproduced:
      return fmt::format("reproduced and verified: {}/{} runs in fresh processes, {}, {} statements",
                         result.verdict.runs_matching, result.verdict.runs, claimed_frames(result), result.statements);
    case Status::kPartial:
      return fmt::format("partial: {}; {}", claimed_frames(result), result.lacks);
    case Status::kNotReproduced:
      break;
  }
  if (result.test_source.empty())
    return "not reproduced: " + (result.lacks.empty() ? "the budget was over before any test had run" : result.lacks);
  return fmt::format("not reproduced within the budget; the nearest test lacks: {}", result.lacks);
}

/// What the report says of how the subject is to be built, and what the user says instead.
void complete_subject(Arguments& a, const CrashReport& report) {
  SubjectOptions& subject = a.options.subject;
  subject.sanitizers = sanitizers_for(report);
  if (a.sanitize == "address") subject.sanitizers.address = true;
  if (a.sanitize == "none") subject.sanitizers = {};
  for (const Frame& frame : report.frames)
    if (frame.owner == FrameOwner::kSubject && frame.function.contains('<'))
      subject.names_in_report.push_back(frame.function);
  subject.names_in_report.insert(subject.names_in_report.end(), report.also_called.begin(), report.also_called.end());
}

std::unexpected<Error> contradiction(const std::string& one, const std::string& other, std::string_view because) {
  return usage_error(
      fmt::format("{} and {} contradict each other: {}\n  next step: leave one out", one, other, because));
}

/// Options that only some strategies heed.
struct Heeded {
  std::vector<std::string> options;
  std::vector<std::string_view> by;
  std::string_view because;
};

Expected<void> check_strategy(const Arguments& a) {
  static const std::vector<Heeded> all{
      {{"--secondary"}, {"genetic"}, "only the genetic search decides between tests of equal fitness"},
      {{"--moho-selection"}, {"moho"}, "only moho has several objectives"},
      {{"--population", "--crossover", "--mutations", "--initial-calls", "--adaptive-operators"},
       {"genetic", "moho"},
       "only genetic and moho breed tests from tests"},
      {{"--population-step", "--population-limit", "--stagnation"},
       {"genetic"},
       "only the genetic search lets its population grow"},
      {{"--novelty"}, {"genetic"}, "only the genetic search breeds from tests that entered new code"}};
  for (const auto& [options, by, because] : all) {
    if (std::ranges::find(by, a.options.strategy) != by.end()) continue;
    for (const std::string& option : options) {
      const std::vector<std::string>& given = a.command->get_option(option)->results();
      if (given.empty() || given.back() == "none" || given.back() == "0" || given.back() == "false") continue;
      return contradiction(given.back() == "true" ? option : fmt::format("{} {}", option, given.back()),
                           "--strategy " + a.options.strategy, because);
    }
  }
  return {};
}

/// Leaves out what docs/methods/evocrash.md lists as going beyond the paper.
void search_as_published(Arguments& a) {
  a.options.guided.novelty = 0;
  a.options.guided.slices = a.options.guided.setup_calls = false;
  a.options.second_search = a.options.formats = a.options.report_values = false;
  a.options.fitness = "evocrash";
}

/// Fills in what switches stand for. Errors: those that mean nothing beside each other.
Expected<void> settle_switches(Arguments& a) {
  if (a.as_published) search_as_published(a);
  if (!a.fitness.empty()) a.options.fitness = a.fitness;
  a.options.guided.spea2 = a.moho_selection == "spea2";
  a.options.guided.bbc = a.secondary == "bbc";
  a.options.other_tests = !a.others.empty();
  if (auto ok = check_strategy(a); !ok) return ok;
  const GuidedOptions& guided = a.options.guided;
  if (a.command->count("--population-limit") > 0 && guided.population_limit < guided.population)
    return contradiction(fmt::format("--population-limit {}", guided.population_limit),
                         fmt::format("--population {}", guided.population), "the population starts above its limit");
  if (a.options.graded_exception && a.options.fitness == "beacon")
    return contradiction("--graded-exception", "--fitness beacon",
                         "Beacon only asks whether the exception is the one described");
  return {};
}

/// A type and a text are enough for `reenact find`.
std::string without_trace(const CrashReport& report, const std::string& where, const std::string& build_dir) {
  Replay find("reenact find");
  const bool is_assertion = report.kind == CrashKind::kAssertion;
  find.add_text("--exception", is_assertion ? "assertion" : report.exception_type);
  find.add_text("--message", report.message);
  find.add_text("-p", build_dir);
  return fmt::format(
      "{}: a crash ({}) without a stack trace\n  next step: give the trace too (a sanitizer's report, or gdb's `bt`), "
      "or "
      "look for the crash without one:\n  {}",
      where, to_string(report.kind), find.text());
}

Expected<void> check_frame(const Arguments& a, const CrashReport& report) {
  const std::size_t most = report.subject_frames().size();
  if (most == 0 || a.options.frame <= most) return {};  // without any, the place of the crash may tell one
  return usage_error(
      fmt::format("--frame {}: the report has {} frames of the subject\n  next step: `reenact parse` shows "
                  "them with their numbers",
                  a.options.frame, most));
}

/// Checks what the user gave, before minutes are spent; the report it names.
Expected<CrashReport> complete(Arguments& a) {
  if (const auto ok = cli::complete(a, a.settings()); !ok) return std::unexpected(ok.error());
  if (const auto ok = settle_switches(a); !ok) return std::unexpected(ok.error());
  const auto text = read_input(a.report);
  if (!text) return std::unexpected(text.error());
  const std::string where = a.report == "-" ? "standard input" : a.report;
  auto report = find_crash_report(*text, where, a.thread);
  if (!report) return std::unexpected(report.error());
  if (report->frames.empty() && carries_text(report->kind))
    return usage_error(without_trace(*report, where, a.build_dir));
  if (const auto ok = check_usable(*report, where); !ok) return std::unexpected(ok.error());
  if (const auto ok = check_frame(a, *report); !ok) return std::unexpected(ok.error());
  if (const auto ok = prepare_out(a.out); !ok) return std::unexpected(ok.error());
  if (!a.others.empty())
    if (const auto ok = prepare_folder(a.others, "output folder", "--others"); !ok) return std::unexpected(ok.error());

  complete_subject(a, *report);
  return report;
}

Expected<int> run(Arguments& a) {
  const auto report = complete(a);
  if (!report) return std::unexpected(report.error());
  const auto scratch = ScratchFolder::make();
  if (!scratch) return std::unexpected(scratch.error());
  a.options.scratch = scratch->path();
  const SteadyClock clock;
  Progress progress(clock, a.options.budget);
  a.options.subject.progress = progress.steps();
  const ResultContext context{a.options.strategy, a.options.fitness, kTestFile, a.others, replay_command(a), "",
                              a.options.seed};
  const auto result = reproduce(*report, a.options, clock, catch_interrupts(), progress);
  if (!result) return failed(a.out, context, result.error());
  const std::string project = result->test_source.empty() ? "" : cmake_project(result->build);
  if (const auto ok = write_outcome(a.out, *report, *result, context, project); !ok) return std::unexpected(ok.error());
  print_outcome(headline(*result), a.out, *result, context.replay, a.verbose);
  if (!a.others.empty())
    if (const auto ok = write_others(a.others, *result); !ok) return std::unexpected(ok.error());
  return exit_status_of(*result);
}

/// How the search goes on, and what it measures.
void add_strategy_options(CLI::App* command, Arguments* a) {
  command
      ->add_option("--strategy", a->options.strategy,
                   "genetic: EvoCrash's guided search; moho: with helper objectives (length, call diversity); "
                   "random: the floor")
      ->capture_default_str()
      ->check(CLI::IsMember({"genetic", "moho", "random"}));
  command->add_option("--moho-selection", a->moho_selection, "Who survives under --strategy moho")
      ->capture_default_str()
      ->check(CLI::IsMember({"nsga2", "spea2"}));
  command
      ->add_option("--fitness", a->fitness,
                   "staircase (default): along all frames; evocrash: the paper's weighted sum; evocrash-prefix: with "
                   "the earlier "
                   "trace distance; weighted-sum and stdistance: as in the BBC paper; beacon: type, text and function")
      ->check(CLI::IsMember(fitness_names()));
  command
      ->add_option("--secondary", a->secondary,
                   "Of tests of equal fitness prefer: bbc: who gets further within blocks (basic block coverage); none")
      ->capture_default_str()
      ->check(CLI::IsMember({"none", "bbc"}));
}

/// The genetic search's sizes and shares.
void add_genetic_options(CLI::App* command, Arguments* a) {
  command->add_option("--population", a->options.guided.population, "Tests per generation")
      ->capture_default_str()
      ->check(CLI::Range(2, 10000));
  command
      ->add_option("--population-step", a->options.guided.population_step,
                   "Growth of the population when the search stagnates")
      ->capture_default_str()
      ->check(at_least(0));
  command->add_option("--population-limit", a->options.guided.population_limit, "Largest population")
      ->capture_default_str()
      ->check(at_least(1));
  command
      ->add_option("--mutations", a->options.guided.mutations,
                   "Statements that a mutation changes on average: each of n with this / n")
      ->capture_default_str()
      ->check(CLI::Range(0.1, 100.0));
  command
      ->add_option("--stagnation", a->options.guided.stagnation,
                   "Generations without improvement until the population grows")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  command->add_option("--initial-calls", a->options.guided.initial_statements, "Calls of an initial test, at most")
      ->capture_default_str()
      ->check(CLI::Range(1, 30));
  command->add_option("--crossover", a->options.guided.crossover, "Probability of crossover")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  command->add_flag("--adaptive-operators,!--no-adaptive-operators", a->options.guided.adaptive,
                    "Choose between mutations, and between sources of values, by their success so far");
}

/// What goes beyond EvoCrash, each with its switch (docs/methods/evocrash.md).
void add_novelty_options(CLI::App* command, Arguments* a) {
  CLI::Option* novelty = command
                             ->add_option("--novelty", a->options.guided.novelty,
                                          "Share of tests bred from such that entered new code (0: as published)")
                             ->capture_default_str()
                             ->check(CLI::Range(0.0, 1.0));
  command->add_flag("!--no-slices", a->options.guided.slices,
                    "Do not cut tests down to what the call that reaches the target depends on");
  command->add_flag("!--no-setup-calls", a->options.guided.setup_calls,
                    "Do not call what sets up the objects behind the arguments, beside the target's own unit");
  command->add_flag("!--no-second-search", a->options.second_search,
                    "Do not search for the whole crash again once its inner frames are reproduced");
  command->add_flag("!--no-formats", a->options.formats, "Do not build texts of pieces of common formats");
  command
      ->add_flag("--as-published", a->as_published,
                 "EvoCrash as its paper has it: --fitness evocrash (unless given), --novelty 0, and none of what the "
                 "--no-... above leave out, nor the report's values")
      ->excludes(novelty);
}

/// What is tried as values, and how the goal is measured.
void add_value_switches(CLI::App* command, Arguments* a) {
  command->add_flag("!--no-constant-values", a->options.constant_values, "Do not try the subject's own constants");
  command->add_flag("!--no-report-values", a->options.report_values,
                    "Do not try the argument values that the report shows");
  command->add_flag("--graded-exception,!--no-graded-exception", a->options.graded_exception,
                    "Measure how near the target line comes to failing where a branch decides about it (not with "
                    "--fitness beacon)");
  command->add_flag("--operand-values,!--no-operand-values", a->options.operand_values,
                    "Try the operands of comparisons that tests run into");
}

/// The command; `a` must outlive `app`.
CLI::App* add_command(CLI::App& app, Arguments* a) {
  CLI::App* command = app.add_subcommand("reproduce", "Turn a crash report into a verified GoogleTest test");
  a->command = command;
  command
      ->add_option("REPORT", a->report,
                   "The crash report's file (sanitizer, Valgrind, gdb, lldb, assertion, terminate, an issue's text), "
                   "or - for standard input")
      ->required();
  add_search_options(*command, *a, a->settings());
  command
      ->add_option("--frame", a->options.frame, "Reproduce the K innermost frames of the subject only (default: all)")
      ->check(at_least(1));
  add_thread_option(command, a->thread);
  add_strategy_options(command, a);
  add_genetic_options(command, a);
  add_novelty_options(command, a);
  add_value_switches(command, a);
  add_subject_options(*command, *a, a->settings(), "report");
  command->add_option("--others", a->others, "Folder for the tests of other crashes met, one file each (not verified)");
  return command;
}

}  // namespace

void add_reproduce_command(CLI::App& app, int& exit_status) {
  auto a = std::make_shared<Arguments>();
  add_command(app, a.get())->callback([a, &exit_status] { exit_status = exit_status_of(run(*a)); });
}

Expected<void> check_study_options(std::vector<std::string> options) {
  Arguments a;
  CLI::App app;
  CLI::App* command = add_command(app, &a);
  app.set_help_flag();
  command->set_help_flag();
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
