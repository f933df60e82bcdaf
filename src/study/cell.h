// One run of a study: the command it is, and the row it becomes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "study/plan.h"
#include "study/run.h"

namespace reenact::study {

/// Indices into a plan's crashes and configurations, and the repeat.
struct Cell {
  std::size_t crash = 0, configuration = 0;
  unsigned repeat = 0;
};

/// What runs are started with.
struct RunWith {
  std::filesystem::path program;  // reenact
  std::filesystem::path cache;    // --cache
};

/// The command line of a run whose files go to `folder`. `budget`: of a reproduction's search; of an explanation, whole seconds.
[[nodiscard]] std::vector<std::string> arguments_of(const Plan& plan, const Cell& cell,
                                                    const std::filesystem::path& folder,
                                                    std::chrono::milliseconds budget, const RunWith& with);

/// How a run has ended.
struct Ended {
  int exit_status = 0;
  bool timed_out = false;
  double seconds = 0;
};

/// The row of a run that left its files (result.json, stdout.txt, stderr.txt) in `folder`. An explanation's status is "explained" (of
/// some frame) or "not_explained".
[[nodiscard]] Run run_of(const Plan& plan, const Cell& cell, const std::filesystem::path& folder, const Ended& ended,
                         const std::string& engine);
/// The row of a run that was not even tried, because of `error`.
[[nodiscard]] Run failed_run(const Plan& plan, const Cell& cell, const std::string& error, const std::string& engine);

/// What a run that failed said last: its message, without the lines of progress before it.
[[nodiscard]] std::string last_words(const std::filesystem::path& folder);

}  // namespace reenact::study
