// One function per command: registers it and, once parsed, runs it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/error.h"

namespace reenact::cli {

/// Exit statuses: other programs rely on them.
inline constexpr int kReproducedStatus = 0, kNotReproducedStatus = 1, kUsageStatus = 2, kSubjectStatus = 3;

void add_cache_command(CLI::App& app, int& exit_status);
void add_explain_command(CLI::App& app, int& exit_status);
void add_explore_command(CLI::App& app, int& exit_status);
void add_find_command(CLI::App& app, int& exit_status);
void add_parse_command(CLI::App& app, int& exit_status);
void add_reproduce_command(CLI::App& app, int& exit_status);
/// Whether `reenact reproduce` would take these options from a study, which sets some itself.
[[nodiscard]] Expected<void> check_study_options(std::vector<std::string> options);
void add_verify_command(CLI::App& app, int& exit_status);
void add_study_command(CLI::App& app, int& exit_status);
/// `reenact study beacon` and the like, commands of `study`.
void add_study_beacon_command(CLI::App& study, int& exit_status);
void add_study_report_command(CLI::App& study, int& exit_status);
void add_study_star_command(CLI::App& study, int& exit_status);
void add_study_tardis_command(CLI::App& study, int& exit_status);

}  // namespace reenact::cli
