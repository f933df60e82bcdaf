#include "cli/input.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "base/text.h"
#include "cli/commands.h"

namespace reenact::cli {

Expected<std::string> read_input(const std::string& name) {
  std::stringstream text;
  if (name == "-") {
    text << std::cin.rdbuf();
    return std::move(text).str();
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(name, ignored))
    return usage_error(fmt::format("{}: is a folder; give the report's file, or - for standard input", name));
  std::ifstream file(name, std::ios::binary);
  if (!file) return usage_error(fmt::format("{}: cannot be read: {}", name, std::strerror(errno)));
  text << file.rdbuf();
  return std::move(text).str();
}

void add_thread_option(CLI::App* command, unsigned& thread) {
  command
      ->add_option(
          "--thread", thread,
          "Of the threads that a debugger's report shows, the one that crashed, by the debugger's number (default: "
          "the one the report tells of)")
      ->check(CLI::Range(1U, 1'000'000U));
}

Expected<void> check_frame(std::size_t frame, const CrashReport& report) {
  const std::size_t most = report.subject_frames().size();
  if (most == 0 || frame <= most) return {};
  return usage_error(
      fmt::format("--frame {}: the report has {} frames of the project\n  next step: `reenact parse` shows "
                  "them with their numbers",
                  frame, most));
}

Expected<std::chrono::milliseconds> parse_budget(const std::string& text) {
  double value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string unit(parsed.ptr, text.data() + text.size());
  const double scale = unit == "ms"                  ? 1
                       : unit == "s" || unit.empty() ? 1e3
                       : unit == "m"                 ? 60e3
                       : unit == "h"                 ? 3600e3
                                                     : 0;
  if (parsed.ec != std::errc() || scale == 0)
    return usage_error(fmt::format("--budget {}: a time is expected, such as 60s, 2m or 1h", text));
  if (!(value > 0)) return usage_error(fmt::format("--budget {}: must be more than 0", text));
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::min(value * scale, 1e12)));
}

int fail(const Error& error) {
  fmt::print(stderr, "reenact: {}\n", valid_utf8(error.message));
  switch (error.kind) {
    case ErrorKind::kUsage:
      return kUsageStatus;
    case ErrorKind::kSubject:
      return kSubjectStatus;
    case ErrorKind::kInterrupted:
      return kNotReproducedStatus;
  }
  return kUsageStatus;
}

int exit_status_of(const Expected<int>& ended) { return ended ? *ended : fail(ended.error()); }

}  // namespace reenact::cli
