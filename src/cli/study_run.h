// What the commands that run a study's plan have in common.
#pragma once

#include <filesystem>

#include "study/database.h"
#include "study/plan.h"
#include "study/runner.h"

namespace reenact::cli {

/// What a plan of `reenact study` must satisfy.
[[nodiscard]] study::PlanChecks study_plan_checks();

/// Runs with this program, `cache` (cache_folder() of --cache), and lines of progress on standard error, until Ctrl-C. What
/// runs write stays beside `file`, that of the database. Errors name it.
[[nodiscard]] Expected<study::StudyOutcome> run_study_here(const study::Plan& plan, study::Database& database,
                                                           const std::filesystem::path& file,
                                                           const std::filesystem::path& cache,
                                                           study::StudyOptions options);

}  // namespace reenact::cli
