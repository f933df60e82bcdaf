#include <fmt/format.h>

#include <memory>

#include "base/files.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/search_options.h"
#include "cli/session.h"
#include "study/beacon_study.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

struct StudyBeaconArguments {
  std::string cases, cache, out = "reenact-study-beacon";
  unsigned repeats = 32, jobs = 1;
  std::uint64_t seed = 1;
  bool grid = false;
  std::vector<std::size_t> populations{1, 2, 4, 8, 16, 32, 64, 128}, sizes{2, 4, 6, 8, 10, 12, 14, 16, 18, 20};
  BeaconOptions usual;
};

/// The grid's two heat maps of one case: what share of runs find, and after how many generations.
Expected<void> run_grid(const StudyBeaconArguments& a, const std::string& name, study::BeaconRunner& runner,
                        const std::atomic<bool>& interrupted) {
  study::HeatMap found{"Runs that find (%), " + name, a.populations, a.sizes, {}, 0, 100},
      generations{"Generations needed, " + name,           a.populations, a.sizes, {}, 0,
                  static_cast<double>(a.usual.generations)};
  std::string csv = "population,size,milliseconds,generations,lines,accuracy\n";
  for (const std::size_t population : a.populations) {
    found.values.emplace_back();
    generations.values.emplace_back();
    for (const std::size_t size : a.sizes) {
      const auto measured = runner.repeat({population, size, a.usual.generations}, a.repeats);
      if (!measured) return std::unexpected(measured.error());
      if (interrupted) return {};
      found.values.back().push_back(measured->accuracy);
      generations.values.back().push_back(measured->generations);
      csv += fmt::format("{},{},{:.2f},{:.2f},{:.2f},{:.2f}\n", population, size, measured->milliseconds,
                         measured->generations, measured->lines, measured->accuracy);
    }
    fmt::print(stderr, "{}: population {} done\n", name, population);
  }
  const fs::path out = a.out;
  if (auto ok = write_file(out / ("accuracy-" + name + ".svg"), study::svg(found)); !ok) return ok;
  if (auto ok = write_file(out / ("generations-" + name + ".svg"), study::svg(generations)); !ok) return ok;
  return write_file(out / ("grid-" + name + ".csv"), csv);
}

Expected<int> run_cases(const StudyBeaconArguments& a, const std::vector<study::BeaconCase>& cases,
                        const fs::path& cache, const fs::path& scratch, const std::atomic<bool>& interrupted) {
  const SteadyClock clock;
  std::vector<study::BeaconRow> rows;
  for (const study::BeaconCase& each : cases) {
    FindTarget target;
    target.subject.build_dir = each.project;
    target.subject.cache_dir = cache;
    target.scratch = scratch;
    target.jobs = a.jobs;
    target.description = each.description;
    target.part = each.part;
    target.callers.callers = false;  // as published
    fmt::print(stderr, "{}: building\n", each.name);
    auto session = FindSession::open(target);
    if (!session) return std::unexpected(session.error());
    study::BeaconRunner runner(**session, clock, interrupted, Seed(a.seed));
    const auto measured = runner.repeat(a.usual, a.repeats);
    if (!measured) return std::unexpected(measured.error());
    rows.push_back({each.name, *measured, each.published});
    if (a.grid)
      if (const auto ok = run_grid(a, each.name, runner, interrupted); !ok) return std::unexpected(ok.error());
    if (interrupted) break;
  }
  const std::string table = study::beacon_table(rows);
  fmt::print("{}", table);
  if (const auto ok = write_file(fs::path(a.out) / "table.txt", table); !ok) return std::unexpected(ok.error());
  if (interrupted) fmt::print("interrupted\n");
  return interrupted ? kNotReproducedStatus : kReproducedStatus;
}

Expected<int> run(const StudyBeaconArguments& a) {
  const auto cases = study::read_beacon_cases(a.cases);
  if (!cases) return std::unexpected(cases.error());
  if (const auto ok = prepare_folder(a.out, "output folder", "-o"); !ok) return std::unexpected(ok.error());
  const auto cache = cache_folder(a.cache);
  if (!cache) return std::unexpected(cache.error());
  const auto scratch = make_scratch();
  if (!scratch) return std::unexpected(scratch.error());
  return run_cases(a, *cases, *cache, scratch->path(), catch_interrupts());
}

}  // namespace

void add_study_beacon_command(CLI::App& study, int& exit_status) {
  auto a = std::make_shared<StudyBeaconArguments>();
  CLI::App* command = study.add_subcommand(
      "beacon", "Repeat Beacon's study: searches by description, as a table and as heat maps over two sizes");
  command->add_option("CASES", a->cases, "The cases' file (TOML); scripts/study-beacon writes that of the paper")
      ->required();
  command->add_option("-o,--out", a->out, "Folder for table.txt, the heat maps and their figures")
      ->type_name("FOLDER")
      ->capture_default_str();
  command->add_option("--repeats", a->repeats, "Runs per case and cell")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  command->add_flag("--grid", a->grid, "Also the grid of population and individual sizes");
  command->add_option("--populations", a->populations, "Population sizes of the grid")
      ->capture_default_str()
      ->delimiter(',')
      ->check(CLI::Range(1, 10000));
  command->add_option("--sizes", a->sizes, "Individual sizes of the grid")
      ->capture_default_str()
      ->delimiter(',')
      ->check(CLI::Range(1, 50));
  command->add_option("--population", a->usual.population, "Population of the table")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  command->add_option("--genes", a->usual.genes, "Individual size of the table")
      ->capture_default_str()
      ->check(CLI::Range(1, 50));
  command->add_option("--generations", a->usual.generations, "Generations until a run gives up")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  command->add_option("--seed", a->seed, "Of the first run; run r has seed + r")
      ->capture_default_str()
      ->check(at_least(0));
  command->add_option("--jobs", a->jobs, "Parallel workers")->capture_default_str()->check(CLI::Range(1u, 64u));
  command->add_option("--cache", a->cache, "Folder for instrumented builds (default: that of reproduce)")
      ->type_name("FOLDER");
  command->footer("Exit status: 0 every run is done; 1 interrupted; 2 bad cases; 3 a project could not be built.");
  command->callback([a, &exit_status] { exit_status = exit_status_of(run(*a)); });
}

}  // namespace reenact::cli
