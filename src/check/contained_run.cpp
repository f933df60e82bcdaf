#include "check/contained_run.h"

#include <fmt/format.h>

#include <string_view>

#include "base/files.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// In single quotes, for a shell.
std::string in_quotes(const std::string& word) {
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? "'\\''" : std::string{c};
  return result + "'";
}

Expected<std::string> test_wrapper(const TestRun& run) {
  auto words = contained_in_place(confinement_of(run, Licence::kTest), {});
  if (!words) return std::unexpected(words.error());
  std::string wrapper = "set exec-wrapper";
  for (const std::string& word : *words) wrapper += " " + in_quotes(word);
  return wrapper;
}

std::vector<std::string> debugger_command(const TestRun& run, const fs::path& script, const std::string& wrapper,
                                          const std::vector<std::string>& commands) {
  // Scripts that libraries bring along only print their types as people read them, and take time to load.
  std::vector<std::string> command{"gdb", "--batch", "-nx", "-q", "-iex", "set auto-load no"};
  const auto execute = [&](std::string_view text) {
    command.emplace_back("-ex");
    command.emplace_back(text);
  };
  // Nothing may be asked, downloaded or shortened. Separate debug files are those of the system's libraries (libc6-dbg): they take
  // half of gdb's time, and no frame of theirs is compared.
  for (const std::string_view setting :
       {"set debuginfod enabled off", "set debug-file-directory /nonexistent", "set confirm off", "set pagination off",
        "set width 0", "set print thread-events off", "set breakpoint pending on",
        "set print frame-info location-and-address", "set print elements 1000", "set print repeats unlimited",
        "set inferior-tty /dev/null"})
    execute(setting);
  execute(wrapper);
  command.insert(command.end(), {"-x", script.string()});
  for (const std::string& each : commands) execute(each);
  command.emplace_back("--args");
  for (std::string& each : test_command(run)) command.push_back(std::move(each));
  return command;
}

}  // namespace

Confinement confinement_of(const TestRun& run, Licence licence) {
  Confinement result;
  result.licence = licence;
  result.writable = {run.scratch};
  result.readable = run.readable;
  result.readable.push_back(run.binary);
  result.limits = test_limits();
  return result;
}

std::vector<std::string> test_command(const TestRun& run) {
  std::vector<std::string> command{run.binary.string(), "--gtest_catch_exceptions=0", "--gtest_color=no"};
  if (!run.filter.empty()) command.push_back("--gtest_filter=" + run.filter);
  return command;
}

ProcessOptions options_of(const TestRun& run, const std::string& log, bool handles_abort) {
  const std::string log_path = log.empty() ? "" : fmt::format(":log_path={}", log);
  ProcessOptions options;
  options.directory = run.scratch;
  options.time_limit = run.time_limit;
  options.interrupted = run.interrupted;
  options.environment = {
      fmt::format("ASAN_OPTIONS=handle_abort={}:symbolize=0:detect_leaks=0:allocator_may_return_null=0:"
                  "detect_stack_use_after_return=1{}",
                  handles_abort ? 1 : 0, log_path),
      fmt::format("UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1:symbolize=0{}", log_path),
      "SHELL=/bin/sh",  // of the debugger
      fmt::format("TMPDIR={}", run.scratch.string()), fmt::format("HOME={}", run.scratch.string())};
  options.environment.insert(options.environment.end(), run.environment.begin(), run.environment.end());
  return options;
}

Expected<ProcessResult> run_in_container(const std::vector<std::string>& command, const TestRun& run, Licence licence,
                                         const std::string& log) {
  auto result = run_contained(confinement_of(run, licence), command, options_of(run, log, !log.empty()));
  if (result && result->exit_status == 125 && result->err.contains("contain:")) return subject_error(result->err);
  return result;
}

Expected<ProcessResult> run_in_debugger(const TestRun& run, const std::string& script,
                                        const std::vector<std::string>& commands) {
  // Beside the scratch folder: the test cannot write there.
  const fs::path file = run.scratch.string() + ".gdb";
  if (const auto written = write_file(file, script); !written) return std::unexpected(written.error());
  const auto wrapper = test_wrapper(run);
  if (!wrapper) return std::unexpected(wrapper.error());
  auto result = run_in_container(debugger_command(run, file, *wrapper, commands), run, Licence::kDebugger);
  if (result && (result->exit_status == 127 || result->err.find("failed to execute gdb") != std::string::npos))
    return usage_error(
        "cannot run gdb, which shows where a test crashed\n  next step: install the package gdb (Debian, "
        "Ubuntu: apt-get install gdb)");
  return result;
}

std::string printable(std::string text) {
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 32 && c != '\n' && c != '\t' && c != '\r') c = '.';
  }
  return text;
}

}  // namespace reenact
