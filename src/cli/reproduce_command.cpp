#include <fmt/format.h>

#include <memory>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/outcome.h"
#include "cli/progress.h"
#include "cli/replay.h"
#include "cli/session.h"
#include "crash/reader.h"
#include "fitness/make_fitness.h"
#include "report/cmake_project.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string report, build_dir, out = "reenact-out", budget = "60s", cache, others, sanitize, secondary = "none",
                                 moho_selection = "nsga2";
  std::uint64_t seed = 1;
  bool verbose = false;
  ReproduceOptions options;
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
  replay.add("--moho-selection", a.moho_selection, std::string("nsga2"));
  replay.add("--secondary", a.secondary, std::string("none"));
  replay.add("--population", a.options.guided.population, usual.guided.population);
  replay.add("--population-step", a.options.guided.population_step, usual.guided.population_step);
  replay.add("--population-limit", a.options.guided.population_limit, usual.guided.population_limit);
  replay.add("--novelty", a.options.guided.novelty, usual.guided.novelty);
  replay.add("--crossover", a.options.guided.crossover, usual.guided.crossover);
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
  subject.build_dir = a.build_dir;
  subject.cache_dir = cache_folder(a.cache);
  subject.jobs = a.options.jobs;
  subject.sanitizers = sanitizers_for(report);
  if (a.sanitize == "address") subject.sanitizers.address = true;
  if (a.sanitize == "none") subject.sanitizers = {};
  for (const Frame& frame : report.frames)
    if (frame.owner == FrameOwner::kSubject && frame.function.contains('<'))
      subject.names_in_report.push_back(frame.function);
  subject.names_in_report.insert(subject.names_in_report.end(), report.also_called.begin(), report.also_called.end());
}

/// Checks what the user gave, before minutes are spent; the report it names.
Expected<CrashReport> complete(Arguments& a) {
  const auto budget = parse_budget(a.budget);
  if (!budget) return std::unexpected(budget.error());
  a.options.budget = *budget;
  if (a.options.max_executions == 0) return usage_error("--max-executions 0: must be more than 0");
  if (a.secondary != "none" && a.options.strategy != "genetic")
    return usage_error(fmt::format(
        "--secondary {} and --strategy {} contradict each other: only the genetic search decides between tests "
        "of equal fitness\n  next step: leave one out",
        a.secondary, a.options.strategy));
  if (a.moho_selection != "nsga2" && a.options.strategy != "moho")
    return usage_error(
        fmt::format("--moho-selection {} and --strategy {} contradict each other: only moho has several objectives\n  "
                    "next step: leave one out",
                    a.moho_selection, a.options.strategy));
  if (a.options.graded_exception && a.options.fitness == "beacon")
    return usage_error(
        "--graded-exception and --fitness beacon contradict each other: Beacon only asks whether the exception is the "
        "one described\n  next step: leave one out");
  const auto text = read_input(a.report);
  if (!text) return std::unexpected(text.error());
  auto report = read_crash_report(*text, a.report == "-" ? "standard input" : a.report);
  if (!report) return std::unexpected(report.error());
  if (const auto ok = prepare_out(a.out, "-o"); !ok) return std::unexpected(ok.error());
  if (!a.others.empty())
    if (const auto ok = prepare_out(a.others, "--others"); !ok) return std::unexpected(ok.error());

  a.options.seed = Seed(a.seed);
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

}  // namespace

void add_reproduce_command(CLI::App& app, int& exit_status) {
  auto a = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("reproduce", "Turn a crash report into a verified GoogleTest test");
  command
      ->add_option(
          "REPORT", a->report,
          "The crash report's file (sanitizer, gdb, assertion, terminate, an issue's text), or - for standard input")
      ->required();
  command->add_option("-p,--build-dir", a->build_dir, "Folder that holds the project's compile_commands.json")
      ->required();
  command->add_option("-o,--out", a->out, "Folder for crash_test.cpp, CMakeLists.txt and result.json")
      ->capture_default_str();
  command->add_option("--budget", a->budget, "Time for the search: 60s, 2m, 1h")->capture_default_str();
  command->add_option("--max-executions", a->options.max_executions, "Stop the search after so many tests");
  command->add_option("--seed", a->seed, "The same seed repeats the same search")->capture_default_str();
  command->add_option("--jobs", a->options.jobs, "Compilers and workers side by side")
      ->capture_default_str()
      ->check(CLI::Range(1u, 64u));
  command->add_option("--frame", a->options.frame,
                      "Reproduce the K innermost frames of the subject only (default: all)");
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
      ->add_option("--fitness", a->options.fitness,
                   "staircase: along all frames; evocrash: the paper's weighted sum; evocrash-prefix: with the earlier "
                   "trace distance; weighted-sum and stdistance: as in the BBC paper; beacon: type, text and function")
      ->capture_default_str()
      ->check(CLI::IsMember(fitness_names()));
  command
      ->add_option("--secondary", a->secondary,
                   "Of tests of equal fitness prefer: bbc: who gets further within blocks (basic block coverage); none")
      ->capture_default_str()
      ->check(CLI::IsMember({"none", "bbc"}));
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
      ->add_option("--novelty", a->options.guided.novelty,
                   "Share of tests bred from such that entered new code (0: as published)")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  command->add_flag("!--no-constant-values", a->options.constant_values, "Do not try the subject's own constants");
  command->add_flag("!--no-report-values", a->options.report_values,
                    "Do not try the argument values that the report shows");
  command->add_flag("--graded-exception,!--no-graded-exception", a->options.graded_exception,
                    "Measure how near the target line comes to failing where a branch decides about it (not with "
                    "--fitness beacon)");
  command->add_flag("--operand-values,!--no-operand-values", a->options.operand_values,
                    "Try the operands of comparisons that tests run into");
  command->add_flag("--adaptive-operators,!--no-adaptive-operators", a->options.guided.adaptive,
                    "Choose between mutations, and between sources of values, by their success so far");
  command->add_option("--crossover", a->options.guided.crossover, "Probability of crossover")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--link", a->options.subject.link,
                      "Library the subject needs: a name, -lNAME, or a path; repeatable");
  command->add_option("--header", a->options.subject.headers, "Public header to use instead of guessing; repeatable");
  command->add_option("--sanitize", a->sanitize, "Override what the report asks for: address or none")
      ->check(CLI::IsMember({"address", "none"}));
  command->add_option("--cache", a->cache, "Folder for instrumented builds (default: $XDG_CACHE_HOME/reenact)");
  command->add_flag("--expect-crash", a->options.expect_crash,
                    "Print the death-test / EXPECT_THROW form, which passes while the bug is there");
  command->add_option("--others", a->others, "Folder for the tests of other crashes met, one file each (not verified)");
  command->add_flag("--verbose", a->verbose, "Also list what was left out and why");
  command->callback([a, &exit_status] {
    const auto status = run(*a);
    exit_status = status ? *status : fail(status.error());
  });
}

}  // namespace reenact::cli
