// The options that commands have in common, above all `reproduce` and `find`.
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "build/options.h"
#include "crash/report.h"
#include "print/print.h"

namespace reenact::cli {

struct SearchArguments {
  std::string build_dir, out = "reenact-out", budget = "60s", cache, sanitize, assertions;
  std::uint64_t seed = 1;
  bool verbose = false;
};

/// Where the engine's options keep what these options say.
struct SearchSettings {
  SubjectOptions& subject;
  std::chrono::nanoseconds& budget;
  std::uint64_t& max_executions;
  Seed& seed;
  unsigned& jobs;
  bool& expect_crash;
  TestFormat& format;
};

/// "gtest" and the like, by TestFormat.
inline constexpr std::array<const char*, 4> kFormats{"gtest", "catch2", "doctest", "main"};

/// Groups of `--help` behind the options that most users need, which come first.
inline constexpr const char* kBuildGroup = "Building the project";
inline constexpr const char* kSearchingGroup = "Repeating and comparing searches";

/// As it is given on the command line.
[[nodiscard]] inline std::string format_name(TestFormat format) {
  return kFormats.at(static_cast<std::size_t>(format));
}

/// A whole number that is not less; CLI11 would wrap a negative one around.
[[nodiscard]] CLI::Validator at_least(std::uint64_t least);
[[nodiscard]] CLI::Validator not_empty();
/// Each adds the option of that name; what is given goes into the second argument, which must outlive `command`.
CLI::Option* add_build_dir_option(CLI::App& command, std::string& build_dir);
CLI::Option* add_link_option(CLI::App& command, std::vector<std::string>& link);
CLI::Option* add_header_option(CLI::App& command, std::vector<std::string>& headers);
CLI::Option* add_cache_option(CLI::App& command, std::string& cache);
/// The project, the output folder, the budget, the seed, the jobs.
void add_search_options(CLI::App& command, SearchArguments& a, const SearchSettings& settings);
/// How the subject is built, and how its test is shown. `what_asks`: "report" or "description".
void add_subject_options(CLI::App& command, SearchArguments& a, const SearchSettings& settings,
                         const std::string& what_asks);
/// --later-calls. `what_likely_ones_do`: "lead to the crash".
void add_later_calls_option(CLI::App& command, unsigned& seconds, const std::string& what_likely_ones_do);
/// --assertions; of a command with a report.
void add_assertions_option(CLI::App& command, std::string& assertions);
/// What the report says of how the subject is to be built, and what --sanitize and --assertions say instead (empty: not given).
void complete_subject(SubjectOptions& subject, const CrashReport& report, const std::string& sanitize,
                      const std::string& assertions);
/// Fills in what is not the parser's own to do. Errors: a budget that is none, a cache that cannot be used.
[[nodiscard]] Expected<void> complete(const SearchArguments& a, const SearchSettings& settings);

}  // namespace reenact::cli
