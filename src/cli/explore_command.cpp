#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/file_set.h"
#include "base/files.h"
#include "cli/commands.h"
#include "cli/declared_options.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/outcome.h"
#include "cli/progress.h"
#include "cli/search_options.h"
#include "cli/session.h"
#include "contain/compilers.h"
#include "explore/explore.h"
#include "output/cmake_project.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

struct ExploreArguments {
  std::string unit, build_dir, out = "reenact-suite", budget = "60s", cache;
  std::uint64_t seed = 1;
  unsigned jobs = 2;
  bool verbose = false;
  ExploreRequest request;
  std::unique_ptr<DeclaredOptions> declared;
};

Expected<void> complete(ExploreArguments& a) {
  const auto budget = parse_budget(a.budget);
  if (!budget) return std::unexpected(budget.error());
  a.declared->apply();
  ExploreRequest& request = a.request;
  if (a.unit.empty() && request.changed_since.empty())
    return usage_error(
        "nothing to explore\n  next step: name a class, a function or a source file, or --changed-since REV");
  request.budget = *budget;
  request.seed = Seed(a.seed);
  request.unit = request.subject.unit = a.unit;
  request.html = fs::absolute(a.out) / "coverage";
  request.subject.build_dir = a.build_dir;
  request.subject.jobs = a.jobs;
  auto cache = cache_folder(a.cache);
  if (!cache) return std::unexpected(cache.error());
  request.subject.cache_dir = std::move(*cache);
  if (const auto ok = make_folder(a.out); !ok) return ok;
  return finish_set(a.out);
}

nlohmann::json json_of(const std::vector<FileCoverage>& coverage) {
  nlohmann::json files = nlohmann::json::array();
  for (const FileCoverage& each : coverage)
    files.push_back({{"file", each.file},
                     {"lines", each.lines},
                     {"lines_covered", each.lines_covered},
                     {"branches", each.branches},
                     {"branches_covered", each.branches_covered}});
  return files;
}

nlohmann::json json_of(const std::optional<MutationScore>& score) {
  if (!score) return nullptr;
  nlohmann::json not_found = nlohmann::json::array();
  for (const Mutant& each : score->not_found)
    not_found.push_back({{"file", each.file}, {"line", each.line.value}, {"column", each.column}, {"what", each.what}});
  return {{"possible", score->possible}, {"tried", score->tried}, {"found", score->found}, {"not_found", not_found}};
}

/// "Label_crash_test.cpp", "Label_doubtful_test.cpp"
std::string crash_file(const ExploredCrash& crash, const char* ending) {
  return fmt::format("{}_{}{}", crash.name, crash.doubt.empty() ? "crash" : "doubtful", ending);
}

nlohmann::json summary_of(const ExploredUnit& unit, const ExploreArguments& a) {
  nlohmann::json crashes = nlohmann::json::array(), seconds;
  for (const ExploredCrash& each : unit.crashes)
    crashes.push_back({{"description", each.description},
                       {"doubt", each.doubt},
                       {"test_file", crash_file(each, "_test.cpp")},
                       {"report_file", each.report.empty() ? "" : crash_file(each, ".txt")}});
  for (const Phase& each : unit.phases) seconds[each.name] = each.seconds;
  return {{"unit", unit.unit},
          {"seed", a.seed},
          {"strategy", a.request.search.strategies},
          {"executions", unit.executions},
          {"paths",
           {{"attempted", unit.paths.attempted},
            {"replayed", unit.paths.replayed},
            {"as_predicted", unit.paths.as_predicted}}},
          {"tests", unit.tests},
          {"functions", unit.functions},
          {"assertions", unit.assertions},
          {"interrupted", unit.interrupted},
          {"suite_given", a.request.given.string()},
          {"coverage", json_of(unit.coverage)},
          {"mutants", json_of(unit.mutation)},
          {"coverage_given", json_of(unit.coverage_given)},
          {"crashes", crashes},
          {"null_arguments", unit.null_arguments},
          {"notes", unit.notes},
          {"seconds", seconds}};
}

Expected<void> write_files(const ExploredUnit& unit, const ExploreArguments& a) {
  std::vector<FileOfSet> files{{"suite_test.cpp", unit.source},
                               {"CMakeLists.txt", cmake_project(unit.build, TestFormat::kGtest, "suite_test")}};
  for (const ExploredCrash& each : unit.crashes) {
    files.push_back({crash_file(each, "_test.cpp"), each.test_source});
    if (!each.report.empty()) files.push_back({crash_file(each, ".txt"), each.report});
  }
  files.push_back({"explore.json", summary_of(unit, a).dump(2, ' ', false, nlohmann::json::error_handler_t::replace)});
  return write_set(a.out, files);
}

double percent(std::size_t part, std::size_t all) {
  return all == 0 ? 100 : 100 * static_cast<double>(part) / static_cast<double>(all);
}

void print_coverage(const char* of, const FileCoverage& file) {
  fmt::print("{}{}: {} of {} lines ({:.0f} %), {} of {} branches ({:.0f} %)\n", of, file.file, file.lines_covered,
             file.lines, percent(file.lines_covered, file.lines), file.branches_covered, file.branches,
             percent(file.branches_covered, file.branches));
}

void print_summary(const ExploredUnit& unit, const ExploreArguments& a) {
  fmt::print("{}: {} tests with {} assertions, stable over 5 runs{}{}\n", unit.unit, unit.tests, unit.assertions,
             a.request.given.empty() ? "" : fmt::format(", added to {}", a.request.given.string()),
             unit.interrupted ? "; interrupted" : "");
  fmt::print("{} tests were run\n", unit.executions);
  if (unit.paths.attempted > 0)
    fmt::print("{} paths were attempted; of {} that were solved and run, {} took the branch asked for ({:.1f} %)\n",
               unit.paths.attempted, unit.paths.replayed, unit.paths.as_predicted,
               percent(unit.paths.as_predicted, unit.paths.replayed));
  for (const std::string& each : unit.functions) fmt::print("touched: {}\n", each);
  for (const FileCoverage& each : unit.coverage_given) print_coverage("without them: ", each);
  for (const FileCoverage& each : unit.coverage) print_coverage("", each);
  if (!unit.no_coverage.empty()) fmt::print("{}\n", unit.no_coverage);
  if (unit.mutation && unit.mutation->tried > 0)
    fmt::print("mutants: {} of {} seeded faults are found ({:.0f} %); there are {}\n", unit.mutation->found,
               unit.mutation->tried, percent(unit.mutation->found, unit.mutation->tried), unit.mutation->possible);
  if (!unit.no_mutation.empty()) fmt::print("{}\n", unit.no_mutation);
  std::size_t doubtful = 0;
  for (const ExploredCrash& each : unit.crashes) {
    doubtful += each.doubt.empty() ? 0 : 1;
    if (each.doubt.empty() || a.verbose)
      fmt::print("crash: {}{}\n       {}\n", each.description,
                 each.doubt.empty() ? "" : "; perhaps a mistake of the test: " + each.doubt,
                 (fs::path(a.out) / crash_file(each, "_test.cpp")).string());
  }
  if (doubtful > 0 && !a.verbose)
    fmt::print("{} more crashes are perhaps mistakes of the tests: {}\n", doubtful,
               (fs::path(a.out) / "*_doubtful_test.cpp").string());
  if (!unit.null_arguments.empty()) fmt::print("null is not taken by: {}\n", fmt::join(unit.null_arguments, "; "));
  fmt::print("suite: {}\n", (fs::path(a.out) / "suite_test.cpp").string());
  if (!unit.coverage.empty()) fmt::print("pages: {}\n", (fs::path(a.out) / "coverage" / "index.html").string());
  if (a.verbose && unit.mutation)
    for (const Mutant& each : unit.mutation->not_found)
      fmt::print("not found: {}:{}: {}\n", each.file, each.line.value, each.what);
  if (a.verbose)
    for (const std::string& note : unit.notes) fmt::print("note: {}\n", note);
}

Expected<int> run(ExploreArguments& a) {
  if (const auto ok = complete(a); !ok) return std::unexpected(ok.error());
  const auto scratch = make_scratch();
  if (!scratch) return std::unexpected(scratch.error());
  a.request.scratch = scratch->path();
  Compilers compilers({a.request.subject.cache_dir, scratch->path()});
  a.request.subject.compilers = &compilers;
  const SteadyClock clock;
  ExploredUnit unit;
  {
    Progress progress(clock, a.request.budget);
    a.request.subject.progress = progress.steps();
    auto explored = explore(a.request, clock, catch_interrupts(), progress);
    if (!explored) return std::unexpected(explored.error());
    unit = std::move(*explored);
  }
  if (const auto ok = write_files(unit, a); !ok) return std::unexpected(ok.error());
  print_summary(unit, a);
  return unit.interrupted ? kNotReproducedStatus : kReproducedStatus;
}

}  // namespace

void add_explore_command(CLI::App& app, int& exit_status) {
  auto a = std::make_shared<ExploreArguments>();
  CLI::App* command = app.add_subcommand(
      "explore", "Write a GoogleTest suite for a class, a function or a source file, by legal calls of the public API");
  CLI::Option* unit =
      command->add_option("UNIT", a->unit, "Class, function or source file: 'ns::Class', 'parse', 'parser.c'");
  add_build_dir_option(*command, a->build_dir);
  command
      ->add_option("-o,--out", a->out,
                   "Folder for suite_test.cpp, CMakeLists.txt, *_crash_test.cpp, explore.json and coverage/")
      ->type_name("FOLDER")
      ->capture_default_str();
  command
      ->add_option("--changed-since", a->request.changed_since,
                   "Instead of UNIT: the functions that differ from this revision of the project's git repository")
      ->type_name("REV")
      ->excludes(unit);
  command
      ->add_option(
          "--suite", a->request.given,
          "A GoogleTest file that is there already: suite_test.cpp is its text, and tests for what it does not cover")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  command
      ->add_option("--mutants", a->request.mutants,
                   "Small faults seeded in the unit, one at a time, to see how many the suite finds; 0: none")
      ->capture_default_str()
      ->check(CLI::Range(0, 100000));
  command->add_option("--budget", a->budget, "Time for the search: 60s, 2m, 1h")
      ->type_name("TIME")
      ->capture_default_str();
  command->add_option("--max-executions", a->request.max_executions, "Stop the search after so many tests")
      ->check(at_least(1));
  command->add_option("--seed", a->seed, "Random seed")->capture_default_str()->check(at_least(0));
  command->add_option("--jobs", a->jobs, "Parallel compilers; one worker searches")
      ->capture_default_str()
      ->check(CLI::Range(1u, 64u));
  a->request.search.strategies = "genetic,concolic";
  a->request.search.concolic.paths = "generational";
  command
      ->add_option("--strategy", a->request.search.strategies,
                   "Strategies that look for tests, with commas between them")
      ->type_name("NAMES")
      ->capture_default_str();
  add_link_option(*command, a->request.subject.link);
  add_header_option(*command, a->request.subject.headers);
  add_later_calls_option(*command, a->request.subject.later_seconds, "call what UNIT names");
  add_cache_option(*command, a->cache);
  command->add_flag("--verbose", a->verbose, "Also print what was left out, and why");
  a->declared = std::make_unique<DeclaredOptions>(*command);
  declare(a->request.search, *a->declared);
  command->footer(
      "Exit status: 0 the suite is written; 1 it was interrupted, what was found is written; 2 bad usage, no such "
      "class,\nfunction, file or revision, or nothing touched;\n3 the project could not be built or linked, or no test "
      "of it can be made.");
  command->callback([a, &exit_status] { exit_status = exit_status_of(run(*a)); });
}

}  // namespace reenact::cli
