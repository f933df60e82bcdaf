#include "check/run_test.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <iterator>
#include <sstream>
#include <vector>

#include "base/files.h"
#include "base/process.h"
#include "check/contained_run.h"
#include "check/sanitizer_witness.h"
#include "check/thrown_text.h"
#include "contain/confinement.h"
#include "crash/reader.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFaultMark = "REENACT-FAULT ";
constexpr std::string_view kMoreFrames = "\n#199 ";  // the last of the innermost: gdb is silent about the rest
constexpr std::string_view kOutermost = "bt -frame-arguments scalars -100";

// Where a function's first argument is when it begins.
#if defined(__aarch64__)
constexpr std::string_view kFirstArgument = "$x0", kFourthArgument = "$x3";
#else
constexpr std::string_view kFirstArgument = "$rdi", kFourthArgument = "$rcx";
#endif
constexpr std::string_view kSaysMark = "REENACT-SAYS ", kAbortMark = "REENACT-ABORT ",
                           kAssertsMark = "REENACT-ASSERTS ", kThrowMark = "REENACT-THROW",
                           kThrownMark = "REENACT-END-THROW";

/// What libstdc++ asserts, gdb reads where it is handed over.
std::string assertion_script() {
  return fmt::format(
      "break _ZSt21__glibcxx_assert_failPKciS0_S0_\ncommands\nsilent\nprintf \"\\n{}\"\noutput (char*){}\n"
      "printf \"\\n\"\ncontinue\nend\n",
      kAssertsMark, kFourthArgument);
}

/// What std::terminate would print of an exception, gdb reads where it is handed to the C library, quoted: the test's own
/// output is no evidence.
std::string terminate_script() {
  return fmt::format(
      "break __gnu_cxx::__verbose_terminate_handler\ncommands\nsilent\n"
      "break fputs\ncommands\nsilent\nprintf \"\\n{}\"\noutput (char*){}\nprintf \"\\n\"\ncontinue\nend\n"
      "continue\nend\n",
      kSaysMark, kFirstArgument);
}

TestEnd timed_out(const TestRun& run) {
  return {.crash = std::nullopt,
          .otherwise = fmt::format("nothing crashed within {} s", run.time_limit.count() / 1000)};
}

/// The test ended in nothing that a report describes; what it `said` may tell why.
TestEnd without_crash(int exit_status, std::string_view said) {
  std::string otherwise(kNothingCrashed);
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
  for (const std::string& text : texts_behind(kAssertsMark, gdb_output))
    words += fmt::format("/c++/header:1: std: Assertion '{}' failed.\n", text.substr(0, text.find('\n')));
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
    if (!line.starts_with(kSaysMark) && !line.starts_with(kAbortMark) && !line.starts_with(kAssertsMark))
      result += line + '\n';
  return result;
}

std::vector<std::string> debugger_commands(bool outermost_too) {
  std::vector<std::string> commands{"run", kInnermost};
  if (outermost_too) commands.emplace_back(kOutermost);
  commands.emplace_back(
      "printf \"REENACT-FAULT 0x%lx %d\\n\", (unsigned long)$_siginfo._sifields._sigfault.si_addr, $_siginfo.si_code");
  // A failed assertion's line, as the C library keeps it for core files: of instances of templates it has a few thousand characters.
  commands.emplace_back("set print elements 16384");
  commands.push_back(fmt::format("printf \"\\n{}\"", kAbortMark));
  commands.emplace_back("output (char*)(*(long*)&__abort_msg) + 4");
  return commands;
}

/// Adds type and text of what was thrown, where std::terminate did not tell: at the price of another run, and of a stop at each throw.
Expected<void> add_thrown_text(const TestRun& run, CrashReport& report) {
  // The second time with the type that the first told, if only that is missing.
  for (int round = 0; round < 2 && report.message.empty(); ++round) {
    const std::string type = report.exception_type;
    const auto result = run_in_debugger(run, throw_script() + terminate_script(), [&] {
      std::vector<std::string> commands{"run"};
      std::ranges::move(thrown_commands(type), std::back_inserter(commands));
      return commands;
    }());
    if (!result) return std::unexpected(result.error());
    Thrown thrown = read_thrown(printable(result->out), type);
    if (thrown.type.empty() || (!type.empty() && thrown.type != type)) return {};
    report.exception_type = std::move(thrown.type);
    report.message = thrown.text.substr(0, thrown.text.find('\n'));
    if (!type.empty()) return {};
  }
  return {};
}

/// Makes the trace that of the last throw: at the price of another run, and of a stop at each throw.
Expected<void> show_throw(const TestRun& run, CrashReport& report) {
  const std::string at_throws =
      fmt::format("break __cxa_throw\ncommands\nsilent\nprintf \"\\n{}\\n\"\n{}\nprintf \"\\n{}\\n\"\ncontinue\nend\n",
                  kThrowMark, kInnermost, kThrownMark);
  const auto result = run_in_debugger(run, at_throws, {"run"});
  if (!result) return std::unexpected(result.error());
  const auto begin = result->out.rfind(kThrowMark), end = result->out.rfind(kThrownMark);
  if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
  const auto thrown = find_crash_report(printable(result->out.substr(begin, end - begin)), "gdb's output");
  if (thrown && check_usable(*thrown, {})) report.frames = thrown->frames;
  return {};
}

/// The stack of an exception that left a noexcept function, of a build that unwinds it first.
bool is_unwound(const CrashReport& report) {
  return report.kind == CrashKind::kCppException && std::ranges::any_of(report.frames, [](const Frame& frame) {
           return frame.function.starts_with("__clang_call_terminate");
         });
}

/// What the debugger's words tell of a crash. The program's own last words (failed assertions, uncaught exceptions) come
/// before the debugger's.
Expected<CrashReport> crash_told_by(const std::string& gdb_output) {
  auto report = find_crash_report(printable(last_words(gdb_output) + "\n" + without_marks(gdb_output)), "gdb's output");
  if (report) refine_by_fault_address(*report, gdb_output);
  return report;
}

Expected<TestEnd> run_in_gdb(const TestRun& run) {
  auto result = run_in_debugger(run, terminate_script() + assertion_script(), debugger_commands(false));
  if (!result) return std::unexpected(result.error());
  if (result->timed_out) return timed_out(run);
  auto report = crash_told_by(result->out);
  const bool is_deeper = result->out.find(kMoreFrames) != std::string::npos;
  if (is_deeper && !(report && run.inner_end_suffices && run.inner_end_suffices(*report))) {
    auto whole = run_in_debugger(run, terminate_script() + assertion_script(), debugger_commands(true));
    if (!whole) return std::unexpected(whole.error());
    // To the outer end of an exhausted stack gdb may be on its way for a minute. The inner end tells of the recursion, too.
    if (!whole->timed_out) {
      result = std::move(whole);
      report = crash_told_by(result->out);
    }
  }
  if (!report) return without_crash(exit_status_in(result->out), {});
  if (run.throw_shown && is_unwound(*report))
    if (const auto shown = show_throw(run, *report); !shown) return std::unexpected(shown.error());
  if (!check_usable(*report, {})) return outside_of_subject(*report);
  const bool is_told = !report->exception_type.empty() && (!run.asks_for_text || !report->message.empty());
  if (report->kind == CrashKind::kCppException && !is_told)
    if (const auto asked = add_thrown_text(run, *report); !asked) return std::unexpected(asked.error());
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
  // The test may write here, too, and can find out where: is_witnessed() tells whose report it is.
  std::string logs = (run.scratch / "logs-XXXXXX").string();
  if (mkdtemp(logs.data()) == nullptr)
    return usage_error(fmt::format("{}: cannot be made: {}", logs, std::strerror(errno)));
  const auto result = run_in_container(test_command(run), run, Licence::kTest, (fs::path(logs) / "report").string());
  if (!result) return std::unexpected(result.error());
  if (result->timed_out) return timed_out(run);
  const auto text =
      run.names->symbolized(printable(logs_in(logs)), confinement_of(run, Licence::kTools), options_of(run, {}, false));
  if (!text) return std::unexpected(text.error());
  auto report = find_crash_report(*text, "the sanitizer's report");
  if (result->exit_status == 0 || !report) return without_crash(result->exit_status, printable(result->err));
  // An abort's words (a failed assertion's, an exception's) are not the sanitizer's: the debugger reads them.
  if (report->kind == CrashKind::kAbort) {
    if (run.suffices && run.suffices(*report)) return TestEnd{.crash = std::move(*report), .otherwise = {}};
    return run_in_gdb(run);
  }
  if (!check_usable(*report, {})) return outside_of_subject(*report);
  return TestEnd{.crash = std::move(*report), .otherwise = {}, .needs_witness = true};
}

/// What `run_it` returns, run where `run.scratch` is an empty folder; it is removed then.
auto in_new_scratch(const TestRun& run, const auto& run_it) {
  std::error_code ignored;
  fs::remove_all(run.scratch, ignored);
  fs::create_directories(run.scratch, ignored);
  auto result = run_it();
  fs::remove_all(run.scratch, ignored);
  return result;
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
  return in_new_scratch(run, [&] { return run.sanitized ? run_sanitized(run) : run_in_gdb(run); });
}

Expected<bool> is_witnessed(const TestRun& run, const CrashReport& report) {
  return in_new_scratch(run, [&] { return sanitizer_reports(run, report); });
}

Expected<bool> test_passes(const TestRun& run) {
  const auto result = in_new_scratch(run, [&] { return run_in_container(test_command(run), run, Licence::kTest); });
  if (!result) return std::unexpected(result.error());
  return !result->timed_out && result->exit_status == 0;
}

Expected<SuiteEnd> run_suite(const TestRun& run) {
  std::error_code ignored;
  fs::remove_all(run.scratch, ignored);
  fs::create_directories(run.scratch, ignored);
  // Exceptions are GoogleTest's to catch: one test that throws must not end the others.
  std::vector<std::string> command{run.binary.string(), "--gtest_color=no"};
  if (!run.filter.empty()) command.push_back("--gtest_filter=" + run.filter);
  const auto result = run_in_container(command, run, Licence::kTest);
  if (!result) return std::unexpected(result.error());
  return SuiteEnd{!result->timed_out && result->exit_status == 0, result->out};
}

}  // namespace reenact
