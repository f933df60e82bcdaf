#include "study/cell.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "output/explanation_reader.h"
#include "output/result_reader.h"

namespace reenact::study {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

std::string text_if_any(const fs::path& file) { return read_file(file).value_or(""); }

std::string seconds_text(milliseconds budget) {
  return std::to_string(std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(budget).count()));
}

Run begun(const Plan& plan, const Cell& cell, const std::string& engine) {
  Run run;
  run.crash = plan.crashes[cell.crash].id;
  run.configuration = plan.configurations[cell.configuration].name;
  run.repeat = cell.repeat;
  run.seed = plan.seed + cell.repeat;
  run.engine = engine;
  return run;
}

/// False: there is no result.
bool read_reproduction(const fs::path& folder, Run& run) {
  run.result = text_if_any(folder / "result.json");
  const auto result = read_result_json(run.result);
  if (!result) return false;
  run.status = result->status;
  run.frames_total = result->frames_total;
  run.frames_reproduced = result->frames_reproduced;
  run.executions = result->executions;
  run.statements = result->statements;
  run.search_seconds = result->search_seconds;
  run.error = result->error;
  return true;
}

bool read_explanation(const fs::path& folder, Run& run) {
  run.result = text_if_any(folder / "stdout.txt");
  const auto explanation = read_explanation_json(run.result);
  if (!explanation) return false;
  run.status = explanation->highest > 0 ? "explained" : "not_explained";
  run.frames_total = explanation->frames;
  run.search_seconds = explanation->seconds;
  return true;
}

}  // namespace

std::vector<std::string> arguments_of(const Plan& plan, const Cell& cell, const fs::path& folder, milliseconds budget,
                                      const RunWith& with) {
  const PlannedCrash& crash = plan.crashes[cell.crash];
  const Configuration& configuration = plan.configurations[cell.configuration];
  const bool explains = configuration.command == Command::kExplain;
  std::vector<std::string> result{with.program,
                                  explains ? "explain" : "reproduce",
                                  (plan.folder / crash.report).lexically_normal(),
                                  "-p",
                                  (plan.folder / crash.project).lexically_normal(),
                                  "--jobs",
                                  "1",
                                  "--cache",
                                  with.cache};
  const auto add = [&result](const std::vector<std::string>& more) {
    result.insert(result.end(), more.begin(), more.end());
  };
  if (explains) {
    add({"--json", "--backward-seconds", seconds_text(budget)});
  } else {
    add({"-o", folder, "--seed", std::to_string(plan.seed + cell.repeat), "--budget", budget_text(budget)});
    add(crash.options);
  }
  add(configuration.options);
  return result;
}

Run run_of(const Plan& plan, const Cell& cell, const fs::path& folder, const Ended& ended, const std::string& engine) {
  Run run = begun(plan, cell, engine);
  run.seconds = ended.seconds;
  const bool explains = plan.configurations[cell.configuration].command == Command::kExplain;
  const bool is_read = explains ? read_explanation(folder, run) : read_reproduction(folder, run);
  if (!is_read || ended.exit_status > 1) run.status = "error";
  if (run.status == "error" && run.error.empty())
    run.error = ended.timed_out           ? "did not end"
                : ended.exit_status > 128 ? fmt::format("ended by signal {}", ended.exit_status - 128)
                                          : last_words(folder);
  return run;
}

Run failed_run(const Plan& plan, const Cell& cell, const std::string& error, const std::string& engine) {
  Run run = begun(plan, cell, engine);
  run.status = "error";
  run.error = error;
  return run;
}

std::string last_words(const fs::path& folder) {
  const std::string errors = text_if_any(folder / "stderr.txt");
  const auto at = errors.rfind("reenact: ");
  std::string message = at == std::string::npos
                            ? errors.substr(errors.size() - std::min<std::size_t>(errors.size(), 500))
                            : errors.substr(at + 9);
  while (!message.empty() && message.back() == '\n') message.pop_back();
  return message;
}

}  // namespace reenact::study
