#include "check/run_test.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <sstream>
#include <vector>

#include "base/files.h"
#include "base/process.h"
#include "check/symbolize.h"
#include "contain/confinement.h"
#include "crash/reader.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFaultMark = "REENACT-FAULT ";
constexpr std::string_view kMoreFrames = "\n#199 ";  // the last of the innermost: gdb is silent about the rest
constexpr std::string_view kInnermost = "bt -frame-arguments scalars 200";
constexpr std::string_view kOutermost = "bt -frame-arguments scalars -100";

Confinement confinement_of(const TestRun& run, Licence licence) {
  Confinement result;
  result.licence = licence;
  result.writable = {run.scratch};
  result.readable = run.readable;
  result.readable.push_back(run.binary);
  result.limits = test_limits();
  return result;
}

/// In single quotes, for a shell.
std::string in_quotes(const std::string& word) {
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? "'\\''" : std::string{c};
  return result + "'";
}

std::vector<std::string> test_command(const TestRun& run) {
  return {run.binary.string(), "--gtest_catch_exceptions=0", "--gtest_color=no"};
}

// Where a function's first argument is when it begins.
#if defined(__aarch64__)
constexpr std::string_view kFirstArgument = "$x0";
#else
constexpr std::string_view kFirstArgument = "$rdi";
#endif
constexpr std::string_view kSaysMark = "REENACT-SAYS ", kAbortMark = "REENACT-ABORT ";

/// What std::terminate would print of an exception, gdb reads where it is handed to the C library, quoted: the test's own
/// output is no evidence.
std::string terminate_script() {
  return fmt::format(
      "break __gnu_cxx::__verbose_terminate_handler\ncommands\nsilent\n"
      "break fputs\ncommands\nsilent\nprintf \"\\n{}\"\noutput (char*){}\nprintf \"\\n\"\ncontinue\nend\n"
      "continue\nend\n",
      kSaysMark, kFirstArgument);
}

/// The debugger may start programs and look into them; the test, from its first instruction on, may not.
Expected<std::string> test_wrapper(const TestRun& run) {
  auto words = contained_in_place(confinement_of(run, Licence::kTest), {});
  if (!words) return std::unexpected(words.error());
  std::string wrapper = "set exec-wrapper";
  for (const std::string& word : *words) wrapper += " " + in_quotes(word);
  return wrapper;
}

std::vector<std::string> gdb_command(const TestRun& run, const fs::path& script, const std::string& wrapper,
                                     bool outermost_too) {
  std::vector<std::string> command{"gdb", "--batch", "-nx", "-q"};
  const auto execute = [&](std::string_view text) {
    command.emplace_back("-ex");
    command.emplace_back(text);
  };
  // Nothing may be asked, downloaded or shortened.
  for (const std::string_view setting :
       {"set debuginfod enabled off", "set confirm off", "set pagination off", "set width 0",
        "set print thread-events off", "set breakpoint pending on", "set print frame-info location-and-address",
        "set print elements 1000", "set print repeats unlimited", "set inferior-tty /dev/null"})
    execute(setting);
  execute(wrapper);
  command.insert(command.end(), {"-x", script.string()});
  execute("run");
  execute(kInnermost);
  if (outermost_too) execute(kOutermost);
  execute(
      "printf \"REENACT-FAULT 0x%lx %d\\n\", (unsigned long)$_siginfo._sifields._sigfault.si_addr, "
      "$_siginfo.si_code");
  // A failed assertion's line, as the C library keeps it for core files.
  execute(fmt::format("printf \"\\n{}\"", kAbortMark));
  execute("output (char*)(*(long*)&__abort_msg) + 4");
  command.emplace_back("--args");
  for (std::string& each : test_command(run)) command.push_back(std::move(each));
  return command;
}

/// `log`: where a sanitizer's report goes, a file of its own, so that nothing the test prints is taken for one. Empty: to
/// stderr. `handles_abort`: or else the debugger does.
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
  return options;
}

Expected<ProcessResult> run_in_container(const std::vector<std::string>& command, const TestRun& run, Licence licence,
                                         const std::string& log = {}) {
  auto result = run_contained(confinement_of(run, licence), command, options_of(run, log, !log.empty()));
  if (result && result->exit_status == 125 && result->err.contains("contain:")) return subject_error(result->err);
  return result;
}

/// Text in which other control bytes (a test may write anything) do not hide the report.
std::string printable(std::string text) {
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 32 && c != '\n' && c != '\t' && c != '\r') c = '.';
  }
  return text;
}

TestEnd timed_out(const TestRun& run) {
  return {.crash = std::nullopt,
          .otherwise = fmt::format("nothing crashed within {} s", run.time_limit.count() / 1000)};
}

/// The test ended in nothing that a report describes; what it `said` may tell why.
TestEnd without_crash(int exit_status, std::string_view said) {
  std::string otherwise = "nothing crashed";
  if (exit_status != 0) otherwise += fmt::format(", exit status {}", exit_status);
  if (exit_status != 0 && !said.empty()) otherwise += fmt::format(": {}", said.substr(0, said.find('\n')));
  return {.crash = std::nullopt, .otherwise = std::move(otherwise)};
}

/// A crash in the test's own code, or where no frame has a name.
TestEnd outside_of_subject(const CrashReport& crash) {
  return {.crash = std::nullopt,
          .otherwise = fmt::format("{}: {}", kOutside, to_string(crash.kind)),
          .outside = crash.kind};
}

/// 8 of gdb's "[Inferior 1 (process 3) exited with code 010]"; 0 if it says nothing of the kind.
int exit_status_in(std::string_view gdb_output) {
  constexpr std::string_view kExited = " exited with code ";
  const auto at = gdb_output.find(kExited);
  int status = 0;
  if (at != std::string_view::npos)
    std::from_chars(gdb_output.data() + at + kExited.size(), gdb_output.data() + gdb_output.size(), status, 8);
  return status;
}

/// The texts behind `mark` in what gdb printed, unquoted: '0x7ffe "std::runtime_error"' is what it shows of one.
std::vector<std::string> texts_behind(std::string_view mark, std::string_view gdb_output) {
  std::vector<std::string> result;
  for (auto at = gdb_output.find(mark); at != std::string_view::npos; at = gdb_output.find(mark, at + 1)) {
    const std::string_view line = gdb_output.substr(at, gdb_output.find('\n', at) - at);
    if (auto quote = line.find('"'); quote != std::string_view::npos) result.push_back(shown_text(line, quote));
  }
  return result;
}

/// The words of std::terminate and of a failed assertion, as they would have been printed; each text one line.
std::string last_words(std::string_view gdb_output) {
  std::string words;
  for (std::string& text : texts_behind(kAbortMark, gdb_output))
    if (text.contains("Assertion")) words += text.substr(0, text.find('\n')) + '\n';
  std::vector<std::string> said = texts_behind(kSaysMark, gdb_output);
  // The fixed words between, libstdc++ hands over in another way, or in this one.
  std::erase_if(said, [](const std::string& each) {
    return each == "terminate called after throwing an instance of '" || each == "'\n" || each == "  what():  " ||
           each == "\n";
  });
  for (std::string& each : said) each = each.substr(0, each.find('\n'));
  if (!said.empty()) words += fmt::format("terminate called after throwing an instance of '{}'\n", said.front());
  if (said.size() > 1) words += fmt::format("  what():  {}\n", said.back());
  return words;
}

/// What gdb says, without what it was asked for by us.
std::string without_marks(const std::string& gdb_output) {
  std::string result;
  std::istringstream lines(gdb_output);
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with(kSaysMark) && !line.starts_with(kAbortMark)) result += line + '\n';
  return result;
}

Expected<TestEnd> run_in_gdb(const TestRun& run) {
  // Beside the scratch folder: the test cannot write there.
  const fs::path script = run.scratch.string() + ".gdb";
  if (const auto written = write_file(script, terminate_script()); !written) return std::unexpected(written.error());
  const auto wrapper = test_wrapper(run);
  if (!wrapper) return std::unexpected(wrapper.error());
  auto result = run_in_container(gdb_command(run, script, *wrapper, false), run, Licence::kDebugger);
  if (result && !result->timed_out && result->out.find(kMoreFrames) != std::string::npos)
    result = run_in_container(gdb_command(run, script, *wrapper, true), run, Licence::kDebugger);
  if (!result) return std::unexpected(result.error());
  if (result->exit_status == 127 || result->err.find("failed to execute gdb") != std::string::npos)
    return usage_error(
        "cannot run gdb, which shows where a test crashed\n  next step: install the package gdb (Debian, "
        "Ubuntu: apt-get install gdb)");
  if (result->timed_out) return timed_out(run);
  // The program's own last words (failed assertions, uncaught exceptions) come before gdb's.
  auto report =
      find_crash_report(printable(last_words(result->out) + "\n" + without_marks(result->out)), "gdb's output");
  if (!report) return without_crash(exit_status_in(result->out), {});
  refine_by_fault_address(*report, result->out);
  if (!check_usable(*report, {})) return outside_of_subject(*report);
  return TestEnd{.crash = std::move(*report), .otherwise = {}};
}

/// The sanitizers' reports in a folder that was empty; each process writes its own, "NAME.PID".
std::string logs_in(const fs::path& folder) {
  std::string text;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) text += read_file(entry.path()).value_or("") + "\n";
  return text;
}

Expected<TestEnd> run_sanitized(const TestRun& run) {
  // The test may write here, too, but does not know where.
  std::string logs = (run.scratch / "logs-XXXXXX").string();
  if (mkdtemp(logs.data()) == nullptr)
    return usage_error(fmt::format("{}: cannot be made: {}", logs, std::strerror(errno)));
  const auto result = run_in_container(test_command(run), run, Licence::kTest, (fs::path(logs) / "report").string());
  if (!result) return std::unexpected(result.error());
  if (result->timed_out) return timed_out(run);
  const auto text =
      symbolized(printable(logs_in(logs)), confinement_of(run, Licence::kTools), options_of(run, {}, false));
  if (!text) return std::unexpected(text.error());
  auto report = find_crash_report(*text, "the sanitizer's report");
  if (result->exit_status == 0 || !report) return without_crash(result->exit_status, printable(result->err));
  // An abort's words (a failed assertion's, an exception's) are not the sanitizer's: the debugger reads them.
  if (report->kind == CrashKind::kAbort) return run_in_gdb(run);
  if (!check_usable(*report, {})) return outside_of_subject(*report);
  return TestEnd{.crash = std::move(*report), .otherwise = {}};
}

}  // namespace

void refine_by_fault_address(CrashReport& observed, std::string_view gdb_output) {
  if (observed.kind != CrashKind::kNullDereference && observed.kind != CrashKind::kWildAccess) return;
  const auto at = gdb_output.rfind(kFaultMark);
  if (at == std::string_view::npos) return;
  const std::string_view rest = gdb_output.substr(at + kFaultMark.size());
  std::uint64_t address = 0;
  if (!rest.starts_with("0x")) return;
  const auto [end, error] = std::from_chars(rest.data() + 2, rest.data() + rest.size(), address, 16);
  if (error != std::errc()) return;
  // SI_KERNEL (128): not a canonical address; the kernel says 0 for all of those.
  const bool unknown = std::string_view(end, rest.data() + rest.size()).starts_with(" 128");
  observed.kind = !unknown && address < 4096 ? CrashKind::kNullDereference : CrashKind::kWildAccess;
}

Expected<TestEnd> run_test(const TestRun& run) {
  std::error_code ignored;
  fs::remove_all(run.scratch, ignored);
  fs::create_directories(run.scratch, ignored);
  auto result = run.sanitized ? run_sanitized(run) : run_in_gdb(run);
  fs::remove_all(run.scratch, ignored);
  return result;
}

Expected<bool> test_passes(const TestRun& run) {
  std::error_code ignored;
  fs::remove_all(run.scratch, ignored);
  fs::create_directories(run.scratch, ignored);
  const auto result = run_in_container(test_command(run), run, Licence::kTest);
  fs::remove_all(run.scratch, ignored);
  if (!result) return std::unexpected(result.error());
  return !result->timed_out && result->exit_status == 0;
}

Expected<SuiteEnd> run_suite(const TestRun& run) {
  std::error_code ignored;
  fs::remove_all(run.scratch, ignored);
  fs::create_directories(run.scratch, ignored);
  // Exceptions are GoogleTest's to catch: one test that throws must not end the others.
  const auto result = run_in_container({run.binary.string(), "--gtest_color=no"}, run, Licence::kTest);
  if (!result) return std::unexpected(result.error());
  return SuiteEnd{!result->timed_out && result->exit_status == 0, result->out};
}

}  // namespace reenact
