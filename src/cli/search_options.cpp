#include "cli/search_options.h"

#include <fmt/format.h>

#include <charconv>
#include <map>

#include "build/assertions.h"
#include "build/needed_sanitizers.h"
#include "cli/files.h"
#include "cli/input.h"

namespace reenact::cli {

CLI::Validator at_least(std::uint64_t least) {
  const auto check = [least](const std::string& text) {
    std::uint64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return is_number && value >= least ? "" : fmt::format("{} is no whole number from {} on", text, least);
  };
  return {check, fmt::format(">= {}", least)};
}

CLI::Validator not_empty() {
  return {[](const std::string& text) { return std::string(text.empty() ? "must not be empty" : ""); }, ""};
}

CLI::Option* add_build_dir_option(CLI::App& command, std::string& build_dir) {
  return command.add_option("-p,--build-dir", build_dir, "Folder that holds the project's compile_commands.json")
      ->type_name("FOLDER")
      ->required();
}

CLI::Option* add_link_option(CLI::App& command, std::vector<std::string>& link) {
  return command.add_option("--link", link, "Library that the project needs: a name, -lNAME, or a path; repeatable")
      ->type_name("NAME")
      ->check(not_empty());
}

CLI::Option* add_header_option(CLI::App& command, std::vector<std::string>& headers) {
  return command.add_option("--header", headers, "Public header to use instead of guessing; repeatable")
      ->type_name("FILE")
      ->check(not_empty());
}

CLI::Option* add_cache_option(CLI::App& command, std::string& cache) {
  return command
      .add_option("--cache", cache, "Folder where builds of the project are kept (default: $XDG_CACHE_HOME/reenact)")
      ->type_name("FOLDER");
}

void add_search_options(CLI::App& command, SearchArguments& a, const SearchSettings& settings) {
  add_build_dir_option(command, a.build_dir);
  command.add_option("-o,--out", a.out, "Folder for crash_test.cpp, CMakeLists.txt and result.json")
      ->type_name("FOLDER")
      ->capture_default_str();
  command.add_option("--budget", a.budget, "Time for the search: 60s, 2m, 1h")
      ->type_name("TIME")
      ->capture_default_str();
  command.add_option("--max-executions", settings.max_executions, "Stop the search after so many tests")
      ->check(at_least(1))
      ->group(kSearchingGroup);
  command.add_option("--seed", a.seed, "Random seed; the same seed repeats the same search (see --jobs)")
      ->capture_default_str()
      ->check(at_least(0))
      ->group(kSearchingGroup);
  command
      .add_option("--jobs", settings.jobs,
                  "Parallel compilers and workers; exact repeats need --jobs 1 and --max-executions")
      ->capture_default_str()
      ->check(CLI::Range(1u, 64u));
}

void add_subject_options(CLI::App& command, SearchArguments& a, const SearchSettings& settings,
                         const std::string& what_asks) {
  add_link_option(command, settings.subject.link)->group(kBuildGroup);
  add_header_option(command, settings.subject.headers)->group(kBuildGroup);
  command
      .add_option("--sanitize", a.sanitize,
                  "Build with this sanitizer (or none) instead of what the " + what_asks + " asks for")
      ->check(CLI::IsMember({"address", "none"}))
      ->group(kBuildGroup);
  add_cache_option(command, a.cache)->group(kBuildGroup);
  command.add_flag("--expect-crash", settings.expect_crash,
                   "Write a test that passes while the bug is there (EXPECT_THROW or EXPECT_DEATH)");
  std::map<std::string, TestFormat> formats;
  for (std::size_t i = 0; i < kFormats.size(); ++i) formats.emplace(kFormats[i], static_cast<TestFormat>(i));
  command
      .add_option("--format", settings.format,
                  "The framework the test is written for: gtest, catch2, doctest; main: a program of its own, for an "
                  "issue")
      ->transform(CLI::CheckedTransformer(formats))
      ->option_text("gtest|catch2|doctest|main [gtest]");
  command.add_flag("--verbose", a.verbose, "Also print what was left out, and why");
}

void add_later_calls_option(CLI::App& command, unsigned& seconds, const std::string& what_likely_ones_do) {
  command
      .add_option("--later-calls", seconds,
                  fmt::format("Seconds that compiling the calls may take that are not the likeliest to {}; what is not "
                              "done by then is left out",
                              what_likely_ones_do))
      ->capture_default_str()
      ->check(at_least(0))
      ->group(kBuildGroup);
}

void add_assertions_option(CLI::App& command, std::string& assertions) {
  command
      .add_option("--assertions", assertions,
                  "Build with assert(), or without (NDEBUG), instead of what the report shows of its build")
      ->check(CLI::IsMember({"on", "off"}))
      ->group(kBuildGroup);
}

void complete_subject(SubjectOptions& subject, const CrashReport& report, const std::string& sanitize,
                      const std::string& assertions) {
  subject.sanitizers = sanitizers_for(report);
  if (sanitize == "address") subject.sanitizers.address = true;
  if (sanitize == "none") subject.sanitizers = {};
  subject.assertions = assertions_for(report);
  if (!assertions.empty()) subject.assertions = assertions == "on" ? Assertions::kOn : Assertions::kOff;
  subject.check = report.check;
  for (const Frame& frame : report.frames) {
    if (frame.owner == FrameOwner::kSystem || frame.owner == FrameOwner::kSanitizer) continue;
    subject.functions_in_report.push_back(frame.function);
    if (!frame.file.empty()) subject.files_in_report.push_back(std::filesystem::path(frame.file).filename().string());
    if (frame.owner == FrameOwner::kSubject && frame.function.contains('<'))
      subject.names_in_report.push_back(frame.function);
  }
  subject.names_in_report.insert(subject.names_in_report.end(), report.also_called.begin(), report.also_called.end());
  if (report.shows_delete()) subject.names_in_report.emplace_back("operator delete");
}

Expected<void> complete(const SearchArguments& a, const SearchSettings& settings) {
  if (settings.expect_crash && settings.format == TestFormat::kMain)
    return usage_error(
        "--expect-crash and --format main contradict each other: a program of its own expects nothing\n  next step: "
        "leave "
        "one out");
  const auto budget = parse_budget(a.budget);
  if (!budget) return std::unexpected(budget.error());
  settings.budget = *budget;
  settings.seed = Seed(a.seed);
  settings.subject.build_dir = a.build_dir;
  auto cache = cache_folder(a.cache);
  if (!cache) return std::unexpected(cache.error());
  settings.subject.cache_dir = std::move(*cache);
  settings.subject.jobs = settings.jobs;
  return {};
}

}  // namespace reenact::cli
