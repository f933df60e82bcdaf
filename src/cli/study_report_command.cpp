#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/files.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "study/analysis.h"
#include "study/database.h"
#include "study/plots.h"
#include "study/tables.h"

namespace reenact::cli {
namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::string database, format = "text", plots, baseline, table;
  double alpha = 0.01;
};

Expected<std::optional<std::size_t>> index_of(const std::string& baseline, const study::Plan& plan) {
  if (baseline.empty()) return std::nullopt;
  const auto found = std::ranges::find(plan.configurations, baseline, &study::Configuration::name);
  if (found != plan.configurations.end()) return found - plan.configurations.begin();
  std::string names;
  for (const study::Configuration& each : plan.configurations) names += (names.empty() ? "" : ", ") + each.name;
  return usage_error(fmt::format("--baseline {}: unknown configuration; there are: {}", baseline, names));
}

Expected<void> write_plots(const fs::path& folder, const study::Analysis& analysis) {
  if (auto made = make_folder(folder); !made) return made;
  for (const auto& [name, text] : study::plots_of(analysis))
    if (auto written = write_file(folder / name, text); !written) return written;
  return {};
}

void print(const study::Analysis& analysis, const std::vector<study::Run>& runs, const ReportArguments& a) {
  const study::Format format = a.format == "csv"        ? study::Format::kCsv
                               : a.format == "markdown" ? study::Format::kMarkdown
                                                        : study::Format::kText;
  if (format != study::Format::kCsv && a.table.empty())
    for (const std::string& line : study::remarks_of(analysis))
      fmt::print("{}{}\n", format == study::Format::kMarkdown ? "- " : "", line);
  bool first = !a.table.empty() || format == study::Format::kCsv;
  for (const study::Table& table : study::tables_of(analysis, runs)) {
    if (a.table.empty() ? table.name == "runs" : table.name != a.table) continue;
    if (!first) fmt::print("\n");
    first = false;
    if (format == study::Format::kCsv && a.table.empty()) fmt::print("# {}\n", table.name);
    fmt::print("{}", format_table(table, format));
  }
}

Expected<int> run(const ReportArguments& a) {
  if (!(a.alpha > 0 && a.alpha < 1)) return usage_error(fmt::format("--alpha {}: must be between 0 and 1", a.alpha));
  const auto database = study::Database::open(a.database, false);
  if (!database) return std::unexpected(database.error());
  const auto plan = database->plan();
  if (!plan) return std::unexpected(plan.error());
  const auto runs = database->runs();
  if (!runs) return std::unexpected(runs.error());
  if (!*plan || runs->empty()) return usage_error(fmt::format("{}: there are no runs yet", a.database));
  const auto baseline = index_of(a.baseline, **plan);
  if (!baseline) return std::unexpected(baseline.error());
  const study::Analysis analysis = study::analyse(**plan, *runs, *baseline, a.alpha);
  if (!a.plots.empty())
    if (auto ok = write_plots(a.plots, analysis); !ok) return std::unexpected(ok.error());
  print(analysis, *runs, a);
  return kReproducedStatus;
}

}  // namespace

void add_study_report_command(CLI::App& parent, int& exit_status) {
  auto a = std::make_shared<ReportArguments>();
  CLI::App* command = parent.add_subcommand("report", "Tables, tests and plots of a study's results");
  command->add_option("DB", a->database, "The study's database")->required();
  command->add_option("--format", a->format, "text, csv or markdown")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "csv", "markdown"}));
  command->add_option("--table", a->table, "One table only; runs: every run (default: all but runs)")
      ->check(CLI::IsMember(study::table_names()));
  command->add_option("--plots", a->plots, "Folder for box plots and pairwise bars, as SVG")->type_name("FOLDER");
  command->add_option("--baseline", a->baseline, "Compare with this configuration only (default: all pairs)")
      ->type_name("NAME");
  command->add_option("--alpha", a->alpha, "Level of significance")->capture_default_str();
  command->footer("Exit status: 0 reported; 2 bad usage, no such database, or one without runs.");
  command->callback([a, &exit_status] { exit_status = exit_status_of(run(*a)); });
}

}  // namespace reenact::cli
