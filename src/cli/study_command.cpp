#include <fmt/format.h>

#include <memory>
#include <thread>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/study_run.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

struct StudyArguments {
  std::string plan, database, cache;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
};

Expected<int> run(const StudyArguments& a) {
  const auto plan = study::read_plan(a.plan, study_plan_checks());
  if (!plan) return std::unexpected(plan.error());
  const auto cache = cache_folder(a.cache);
  if (!cache) return std::unexpected(cache.error());
  const fs::path file = a.database.empty() ? fs::path(a.plan).replace_extension(".db") : fs::path(a.database);
  auto database = study::Database::open(file, true);
  if (!database) return std::unexpected(database.error());
  study::StudyOptions options;
  options.jobs = a.jobs;
  const auto outcome = run_study_here(*plan, *database, file, *cache, std::move(options));
  if (!outcome) return std::unexpected(outcome.error());
  fmt::print("{} of {} runs are done, {} of them now\n", outcome->before + outcome->now, outcome->cells, outcome->now);
  if (outcome->interrupted)
    fmt::print("interrupted; the same command goes on\n");
  else
    fmt::print("next: reenact study report {}\n", file.string());
  return outcome->interrupted ? kNotReproducedStatus : kReproducedStatus;
}

}  // namespace

void add_study_command(CLI::App& app, int& exit_status) {
  auto a = std::make_shared<StudyArguments>();
  CLI::App* command =
      app.add_subcommand("study", "Compare configurations: many reproductions, stored, with statistics");
  command->add_option("PLAN", a->plan,
                      "The plan's file (TOML): crashes, configurations, repeats, budget; see docs/study.md");
  command
      ->add_option("--db", a->database,
                   "SQLite database of the results; what it has is not run again (default: PLAN with .db)")
      ->type_name("FILE");
  command->add_option("--jobs", a->jobs, "Parallel reproductions")->capture_default_str()->check(CLI::Range(1u, 64u));
  command->add_option("--cache", a->cache, "Folder for instrumented builds (default: that of reproduce)")
      ->type_name("FOLDER");
  command->footer(
      "Exit status: 0 every run is done; 1 interrupted; 2 bad plan or database; 3 a project could not be built.");
  add_study_beacon_command(*command, exit_status);
  add_study_tardis_command(*command, exit_status);
  add_study_report_command(*command, exit_status);
  add_study_star_command(*command, exit_status);
  command->callback([a, command, &exit_status] {
    if (!command->get_subcommands().empty()) return;
    if (a->plan.empty()) throw CLI::RequiredError("PLAN");
    exit_status = exit_status_of(run(*a));
  });
}

}  // namespace reenact::cli
