#include <fmt/format.h>

#include <memory>

#include "base/files.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/input.h"
#include "cli/search_options.h"
#include "cli/session.h"
#include "study/tardis_study.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

struct StudyTardisArguments {
  std::string out = "reenact-study-tardis";
  std::uint64_t seed = 1;
  study::TardisStudyOptions options;
};

Expected<int> run(StudyTardisArguments& a) {
  a.options.seed = Seed(a.seed);
  if (const auto ok = prepare_folder(a.out, "output folder", "-o"); !ok) return std::unexpected(ok.error());
  const std::atomic<bool>& interrupted = catch_interrupts();
  std::vector<study::TardisResult> results;
  for (const study::TardisInputs inputs : {study::TardisInputs::kObject, study::TardisInputs::kCalls})
    results.push_back({inputs, study::run_tardis(inputs, a.options, interrupted)});
  if (interrupted) {
    fmt::print("interrupted; nothing is written\n");
    return kNotReproducedStatus;
  }
  const study::TardisReport report = study::report_of(results, a.options);
  const fs::path folder = fs::path(a.out) / "tardis", page = fs::path(a.out) / "tardis.md";
  if (const auto ok = make_folder(folder); !ok) return std::unexpected(ok.error());
  for (const auto& [name, text] : report.plots)
    if (const auto ok = write_file(folder / name, text); !ok) return std::unexpected(ok.error());
  if (const auto ok = write_file(page, report.page); !ok) return std::unexpected(ok.error());
  fmt::print("{}\npage: {}\n", report.page, page.string());
  return kReproducedStatus;
}

}  // namespace

void add_study_tardis_command(CLI::App& study, int& exit_status) {
  auto a = std::make_shared<StudyTardisArguments>();
  CLI::App* command = study.add_subcommand(
      "tardis", "Repeat the experiment of Tardis' paper: feasible paths chosen by its classifier and by a queue");
  command->add_option("-o,--out", a->out, "Folder for tardis.md and its plots, tardis/*.svg")
      ->type_name("FOLDER")
      ->capture_default_str();
  command->add_option("--runs", a->options.runs, "Runs of each order")
      ->capture_default_str()
      ->check(CLI::Range(1u, 10000u));
  command->add_option("--attempts", a->options.attempts, "Path conditions attempted in one run, at most")
      ->capture_default_str()
      ->check(at_least(1));
  command->add_option("--seed", a->seed, "Of the first run; run r has seed + r")
      ->capture_default_str()
      ->check(at_least(0));
  command->footer("Exit status: 0 every run is done; 1 interrupted; 2 a folder that cannot be written to.");
  command->callback([a, &exit_status] { exit_status = exit_status_of(run(*a)); });
}

}  // namespace reenact::cli
