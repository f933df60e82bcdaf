#include "cli/study_run.h"

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/session.h"
#include "crash/reader.h"

namespace reenact::cli {
namespace {

Expected<void> check_report(const std::string& text, const std::string& name) {
  if (const auto report = read_crash_report(text, name); !report) return std::unexpected(report.error());
  return {};
}

}  // namespace

study::PlanChecks study_plan_checks() {
  return {.budget = parse_budget, .options = check_study_options, .report = check_report};
}

Expected<study::StudyOutcome> run_study_here(const study::Plan& plan, study::Database& database,
                                             const std::filesystem::path& file, const std::filesystem::path& cache,
                                             study::StudyOptions options) {
  const auto scratch = make_scratch();
  if (!scratch) return std::unexpected(scratch.error());
  options.program = std::filesystem::read_symlink("/proc/self/exe");
  options.cache = cache;
  options.temporary = scratch->path();
  options.runs_folder = file.string() + ".runs";
  options.report = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  auto outcome = study::run_study(plan, database, options, SteadyClock(), catch_interrupts());
  if (!outcome) outcome.error().message = fmt::format("{}: {}", file.string(), outcome.error().message);
  return outcome;
}

}  // namespace reenact::cli
