// What commands share: reading a report, telling an error.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <string>

#include "base/error.h"
#include "crash/report.h"

namespace reenact::cli {

/// The text of REPORT; "-" is standard input.
[[nodiscard]] Expected<std::string> read_input(const std::string& name);
/// `--thread N`: of a report that shows several.
void add_thread_option(CLI::App* command, unsigned& thread);
/// Is `--frame K` (0: all) one of the project's frames that the report has? Without any, the place of the crash may tell one.
[[nodiscard]] Expected<void> check_frame(std::size_t frame, const CrashReport& report);
/// "60s", "2m", "1h", "500ms", "60" (seconds); more than 0.
[[nodiscard]] Expected<std::chrono::milliseconds> parse_budget(const std::string& text);
/// Prints the error and returns its exit status.
int fail(const Error& error);
/// The exit status of a command that has ended; where it failed, prints why.
int exit_status_of(const Expected<int>& ended);

}  // namespace reenact::cli
