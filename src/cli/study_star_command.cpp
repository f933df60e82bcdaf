#include <fmt/format.h>

#include <memory>
#include <thread>

#include "base/files.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/study_run.h"
#include "study/star_study.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

struct StudyStarArguments {
  std::string plan, database, cache, out = "reenact-study-star";
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  bool ablation = false;
};

Expected<study::StudyOutcome> run_missing(const StudyStarArguments& a, const study::Plan& plan,
                                          study::Database& database, const fs::path& file, const fs::path& cache) {
  study::StudyOptions options;
  options.jobs = a.jobs;
  options.keeps_going = true;
  if (!a.ablation) options.left_out = study::star_ablations();
  return run_study_here(plan, database, file, cache, std::move(options));
}

Expected<fs::path> write_page(const StudyStarArguments& a, const study::Plan& plan, const study::Database& database) {
  const auto runs = database.runs();
  if (!runs) return std::unexpected(runs.error());
  const std::string command =
      fmt::format("reenact study star {} -o {}{}", a.plan, a.out, a.ablation ? " --ablation" : "");
  const auto ablation = a.ablation ? study::star_ablation(plan, *runs) : std::vector<study::StarAblation>();
  const std::string page = study::star_page(plan, study::star_crashes(plan, *runs), ablation, command);
  fs::path file = fs::path(a.out) / "star.md";
  if (const auto ok = write_file(file, page); !ok) return std::unexpected(ok.error());
  return file;
}

Expected<int> run(const StudyStarArguments& a) {
  study::PlanChecks checks = study_plan_checks();
  checks.needs_configurations = false;
  auto read = study::read_plan(a.plan, checks);
  if (!read) return std::unexpected(read.error());
  const study::Plan plan = study::star_plan(std::move(*read));
  if (const auto ok = prepare_folder(a.out, "output folder", "-o"); !ok) return std::unexpected(ok.error());
  const auto cache = cache_folder(a.cache);
  if (!cache) return std::unexpected(cache.error());
  const fs::path file = a.database.empty() ? fs::path(a.plan).replace_extension(".star.db") : fs::path(a.database);
  auto database = study::Database::open(file, true);
  if (!database) return std::unexpected(database.error());
  const auto outcome = run_missing(a, plan, *database, file, *cache);
  if (!outcome) return std::unexpected(outcome.error());
  const auto page = write_page(a, plan, *database);
  if (!page) return std::unexpected(page.error());
  fmt::print("{} of {} runs are done, {} of them now\npage: {}\n", outcome->before + outcome->now, outcome->cells,
             outcome->now, page->string());
  if (outcome->interrupted) fmt::print("interrupted; the same command goes on\n");
  return outcome->interrupted ? kNotReproducedStatus : kReproducedStatus;
}

}  // namespace

void add_study_star_command(CLI::App& study, int& exit_status) {
  auto a = std::make_shared<StudyStarArguments>();
  CLI::App* command = study.add_subcommand("star",
                                           "Repeat the study of STAR's paper: preconditions and composed tests of "
                                           "crashes, and what its optimisations bring");
  command
      ->add_option("PLAN", a->plan,
                   "The plan's file (TOML): crashes and budget; its configurations and repeats are left aside")
      ->required();
  command->add_option("-o,--out", a->out, "Folder for star.md")->type_name("FOLDER")->capture_default_str();
  command->add_flag("--ablation", a->ablation,
                    "Also the paper's Table 6: each optimisation alone, and none, beside all three");
  command
      ->add_option("--db", a->database,
                   "SQLite database of the results; what it has is not run again (default: PLAN with .star.db)")
      ->type_name("FILE");
  command->add_option("--jobs", a->jobs, "Runs side by side")->capture_default_str()->check(CLI::Range(1U, 64U));
  command->add_option("--cache", a->cache, "Folder for instrumented builds (default: that of reproduce)")
      ->type_name("FOLDER");
  command->footer(
      "Exit status: 0 every run is done; 1 interrupted, and the page is of what is there; 2 bad plan, database or "
      "folder.\n"
      "A crash whose project cannot be built, or whose run ends in an error, is a row of the page.");
  command->callback([a, &exit_status] { exit_status = exit_status_of(run(*a)); });
}

}  // namespace reenact::cli
