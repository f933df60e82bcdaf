#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <csignal>
#include <fstream>
#include <map>
#include <memory>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/progress.h"
#include "crash/reader.h"
#include "fitness/make_fitness.h"
#include "report/cmake_project.h"
#include "report/result_json.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

std::atomic<bool> interrupted = false;

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

/// The command that repeats this run; options that have their usual value are left out.
std::string replay_command(const Arguments& a) {
  const ReproduceOptions usual;
  std::string text = fmt::format("reenact reproduce {} -p {} --seed {} --budget {} --jobs {}", shell_word(a.report),
                                 shell_word(a.build_dir), a.seed, a.budget, a.options.jobs);
  const auto add = [&](std::string_view option, const auto& value, const auto& usual_value) {
    if (value != usual_value) text += fmt::format(" {} {}", option, value);
  };
  add("--max-executions", a.options.max_executions, usual.max_executions);
  add("--frame", a.options.frame, usual.frame);
  add("--fitness", a.options.fitness, usual.fitness);
  add("--strategy", a.options.strategy, usual.strategy);
  add("--moho-selection", a.moho_selection, std::string("nsga2"));
  add("--secondary", a.secondary, std::string("none"));
  add("--population", a.options.guided.population, usual.guided.population);
  add("--population-step", a.options.guided.population_step, usual.guided.population_step);
  add("--population-limit", a.options.guided.population_limit, usual.guided.population_limit);
  add("--novelty", a.options.guided.novelty, usual.guided.novelty);
  add("--crossover", a.options.guided.crossover, usual.guided.crossover);
  if (!a.options.constant_values) text += " --no-constant-values";
  if (!a.options.report_values) text += " --no-report-values";
  const auto add_switch = [&](std::string_view name, bool value, bool usual_value) {
    if (value != usual_value) text += fmt::format(" --{}{}", value ? "" : "no-", name);
  };
  add_switch("graded-exception", a.options.graded_exception, usual.graded_exception);
  add_switch("adaptive-operators", a.options.guided.adaptive, usual.guided.adaptive);
  add_switch("operand-values", a.options.operand_values, usual.operand_values);
  add("--sanitize", a.sanitize, std::string());
  for (const std::string& library : a.options.subject.link) text += " --link " + shell_word(library);
  for (const std::string& header : a.options.subject.headers) text += " --header " + shell_word(header);
  if (a.options.expect_crash) text += " --expect-crash";
  return text;
}

/// The ten most frequent; those that differ in their callers only are one here.
void print_others(const std::vector<OtherCrash>& crashes) {
  std::map<std::string_view, std::uint64_t> times;
  for (const OtherCrash& crash : crashes) times[crash.description] += crash.times;
  std::vector<std::pair<std::string_view, std::uint64_t>> sorted(times.begin(), times.end());
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  if (!sorted.empty()) fmt::print("other crashes met:\n");
  for (std::size_t i = 0; i < sorted.size() && i < 10; ++i)
    fmt::print("  {:>6}x {}\n", sorted[i].second, sorted[i].first);
  if (sorted.size() > 10) fmt::print("  and {} more\n", sorted.size() - 10);
}

void print_outcome(const Reproduction& result, const Arguments& a, const std::string& replay) {
  switch (result.status) {
    case Status::kReproduced:
      fmt::print("reproduced and verified: {}/{} runs in fresh processes, {} of {} frames, {} statements\n",
                 result.verdict.runs_matching, result.verdict.runs, result.frames_reproduced, result.frames_total,
                 result.statements);
      break;
    case Status::kPartial:
      fmt::print("partial: {} of {} frames; {}\n", result.frames_reproduced, result.frames_total, result.lacks);
      break;
    case Status::kNotReproduced:
      fmt::print("not reproduced within the budget; the nearest test lacks: {}\n", result.lacks);
      break;
  }
  fmt::print("{} tests", result.executions);
  for (const Phase& phase : result.phases) fmt::print(", {} {:.1f} s", phase.name, phase.seconds);
  fmt::print("\n");
  if (!result.test_source.empty())
    fmt::print("\n{}\ntest:   {}\n", result.test_source, (fs::path(a.out) / "crash_test.cpp").string());
  fmt::print("replay: {}\n", replay);
  print_others(result.others);
  if (a.verbose)
    for (const std::string& note : result.notes) fmt::print("note: {}\n", note);
}

Expected<int> run(Arguments& a) {
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
  const auto report = read_crash_report(*text, a.report == "-" ? "standard input" : a.report);
  if (!report) return std::unexpected(report.error());
  if (const auto ok = prepare_out(a.out, "-o"); !ok) return std::unexpected(ok.error());
  if (!a.others.empty())
    if (const auto ok = prepare_out(a.others, "--others"); !ok) return std::unexpected(ok.error());

  a.options.seed = Seed(a.seed);
  a.options.guided.spea2 = a.moho_selection == "spea2";
  a.options.guided.bbc = a.secondary == "bbc";
  a.options.other_tests = !a.others.empty();
  SubjectOptions& subject = a.options.subject;
  subject.build_dir = a.build_dir;
  subject.cache_dir = a.cache.empty() ? default_cache() : fs::path(a.cache);
  subject.jobs = a.options.jobs;
  subject.sanitizers = sanitizers_for(*report);
  if (a.sanitize == "address") subject.sanitizers.address = true;
  if (a.sanitize == "none") subject.sanitizers = {};
  for (const Frame& frame : report->frames)
    if (frame.owner == FrameOwner::kSubject && frame.function.contains('<'))
      subject.names_in_report.push_back(frame.function);
  subject.names_in_report.insert(subject.names_in_report.end(), report->also_called.begin(), report->also_called.end());
  a.options.scratch = fs::temp_directory_path() / fmt::format("reenact-{}", getpid());
  fs::create_directories(a.options.scratch);

  const SteadyClock clock;
  Progress progress(clock, a.options.budget);
  subject.progress = [&](std::string_view what, std::size_t done, std::size_t total) {
    progress.step(what, done, total);
  };
  std::signal(SIGINT, [](int) { interrupted = true; });
  std::signal(SIGTERM, [](int) { interrupted = true; });
  ResultContext context{a.options.strategy, a.options.fitness, "crash_test.cpp", a.others, replay_command(a), "",
                        a.options.seed};
  auto result = reproduce(*report, a.options, clock, interrupted, progress);
  std::error_code ignored;
  fs::remove_all(a.options.scratch, ignored);
  if (!result) {
    context.error = result.error().message;
    write(fs::path(a.out) / "result.json", error_json(context));
    return std::unexpected(result.error());
  }
  if (!result->test_source.empty()) {
    write(fs::path(a.out) / "crash_test.cpp", result->test_source);
    write(fs::path(a.out) / "CMakeLists.txt", cmake_project(result->build));
  }
  write(fs::path(a.out) / "result.json", result_json(*report, *result, context));
  print_outcome(*result, a, context.replay);
  if (!a.others.empty()) write_others(a.others, *result);
  return result->status == Status::kReproduced ? kReproducedStatus : kNotReproducedStatus;
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
