#include <fmt/format.h>

#include <memory>

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
#include "report/cmake_project.h"
#include "reproduce/needed_sanitizers.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

struct Arguments : SearchArguments {
  std::string report, others, secondary = "none", moho_selection = "spea2", fitness;
  bool as_published = false;
  ReproduceOptions options;

  SearchSettings settings() {
    return {options.subject, options.budget, options.max_executions, options.seed, options.jobs, options.expect_crash};
  }
};

/// One file per crash; those of an earlier run stay beside them.
void write_others(const fs::path& folder, const Reproduction& result) {
  for (const OtherTest& test : result.other_tests) write(folder / (test.name + ".cpp"), test.source);
  if (!result.other_tests.empty())
    fmt::print("tests of {} other crashes: {}\n", result.other_tests.size(), folder.string());
}

std::string replay_command(const Arguments& a) {
  const ReproduceOptions usual;
  Replay replay(fmt::format("reenact reproduce {} -p {}", shell_word(a.report), shell_word(a.build_dir)));
  replay.add_always("--seed", a.seed);
  replay.add_always("--budget", a.budget);
  replay.add_always("--jobs", a.options.jobs);
  replay.add("--max-executions", a.options.max_executions, usual.max_executions);
  replay.add("--frame", a.options.frame, usual.frame);
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
      return fmt::format("reproduced and verified: {}/{} runs in fresh processes, {} of {} frames, {} statements",
                         result.verdict.runs_matching, result.verdict.runs, result.frames_reproduced,
                         result.frames_total, result.statements);
    case Status::kPartial:
      return fmt::format("partial: {} of {} frames; {}", result.frames_reproduced, result.frames_total, result.lacks);
    case Status::kNotReproduced:
      break;
  }
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

/// Leaves out what docs/methods/evocrash.md lists as going beyond the paper.
void search_as_published(Arguments& a) {
  a.options.guided.novelty = 0;
  a.options.guided.slices = a.options.guided.setup_calls = false;
  a.options.second_search = a.options.formats = a.options.report_values = false;
}

/// Switches that mean nothing beside each other.
Expected<void> check_switches(const Arguments& a) {
  if (a.secondary != "none" && a.options.strategy != "genetic")
    return usage_error(fmt::format(
        "--secondary {} and --strategy {} contradict each other: only the genetic search decides between tests "
        "of equal fitness\n  next step: leave one out",
        a.secondary, a.options.strategy));
  if (a.moho_selection != "spea2" && a.options.strategy != "moho")
    return usage_error(
        fmt::format("--moho-selection {} and --strategy {} contradict each other: only moho has several objectives\n  "
                    "next step: leave one out",
                    a.moho_selection, a.options.strategy));
  if (a.options.graded_exception && a.options.fitness == "beacon")
    return usage_error(
        "--graded-exception and --fitness beacon contradict each other: Beacon only asks whether the exception is the "
        "one described\n  next step: leave one out");
  return {};
}

/// Checks what the user gave, before minutes are spent; the report it names.
Expected<CrashReport> complete(Arguments& a) {
  if (const auto ok = cli::complete(a, a.settings()); !ok) return std::unexpected(ok.error());
  if (const auto ok = check_switches(a); !ok) return std::unexpected(ok.error());
  const auto text = read_input(a.report);
  if (!text) return std::unexpected(text.error());
  auto report = read_crash_report(*text, a.report == "-" ? "standard input" : a.report);
  if (!report) return std::unexpected(report.error());
  if (const auto ok = prepare_out(a.out, "-o"); !ok) return std::unexpected(ok.error());
  if (!a.others.empty())
    if (const auto ok = prepare_out(a.others, "--others"); !ok) return std::unexpected(ok.error());

  if (a.as_published) search_as_published(a);
  if (!a.fitness.empty())
    a.options.fitness = a.fitness;
  else if (a.as_published)
    a.options.fitness = "evocrash";
  a.options.guided.spea2 = a.moho_selection == "spea2";
  a.options.guided.bbc = a.secondary == "bbc";
  a.options.other_tests = !a.others.empty();
  complete_subject(a, *report);
  return report;
}

Expected<int> run(Arguments& a) {
  const auto report = complete(a);
  if (!report) return std::unexpected(report.error());
  const ScratchFolder scratch;
  a.options.scratch = scratch.path();
  const SteadyClock clock;
  Progress progress(clock, a.options.budget);
  a.options.subject.progress = progress.steps();
  const ResultContext context{a.options.strategy, a.options.fitness, kTestFile, a.others, replay_command(a), "",
                              a.options.seed};
  const auto result = reproduce(*report, a.options, clock, catch_interrupts(), progress);
  if (!result) {
    write_error(a.out, context, result.error());
    return std::unexpected(result.error());
  }
  write_outcome(a.out, *report, *result, context);
  if (!result->test_source.empty()) write(fs::path(a.out) / "CMakeLists.txt", cmake_project(result->build));
  print_outcome(headline(*result), a.out, *result, context.replay, a.verbose);
  if (!a.others.empty()) write_others(a.others, *result);
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
      ->capture_default_str();
  command->add_option("--population-limit", a->options.guided.population_limit, "Largest population")
      ->capture_default_str();
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

}  // namespace

void add_reproduce_command(CLI::App& app, int& exit_status) {
  auto a = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("reproduce", "Turn a crash report into a verified GoogleTest test");
  command
      ->add_option(
          "REPORT", a->report,
          "The crash report's file (sanitizer, gdb, assertion, terminate, an issue's text), or - for standard input")
      ->required();
  add_search_options(*command, *a, a->settings());
  command->add_option("--frame", a->options.frame,
                      "Reproduce the K innermost frames of the subject only (default: all)");
  add_strategy_options(command, a.get());
  add_genetic_options(command, a.get());
  add_novelty_options(command, a.get());
  add_value_switches(command, a.get());
  add_subject_options(*command, *a, a->settings(), "report");
  command->add_option("--others", a->others, "Folder for the tests of other crashes met, one file each (not verified)");
  command->callback([a, &exit_status] { exit_status = exit_status_of(run(*a)); });
}

}  // namespace reenact::cli
