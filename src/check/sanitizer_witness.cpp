#include "check/sanitizer_witness.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "check/contained_run.h"
#include "crash/match.h"
#include "crash/reader.h"

namespace reenact {
namespace {

bool has_source(const Frame& frame) {
  return frame.owner == FrameOwner::kSubject || frame.owner == FrameOwner::kDriver;
}

/// Sanitizers call these first of all.
constexpr const char* kReports = "break __asan_on_error\nbreak __ubsan_on_report\n";

/// What a program may handle by itself, and live on.
std::string script_for(CrashKind kind) {
  const bool ends_in_signal = is_access(kind) || kind == CrashKind::kStackOverflow || kind == CrashKind::kArithmetic ||
                              kind == CrashKind::kBusError || kind == CrashKind::kIllegalInstruction;
  return ends_in_signal ? kReports
                        : std::string(kReports) + "handle SIGSEGV SIGBUS SIGFPE SIGILL nostop noprint pass\n";
}

/// The lines of gdb's trace; none: it did not stop.
std::string trace_in(const std::string& text) {
  std::string trace;
  std::istringstream lines(printable(text));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with('#')) trace += line + '\n';
  return trace;
}

}  // namespace

Expected<bool> sanitizer_reports(const TestRun& run, const CrashReport& report) {
  const auto reported = std::ranges::find_if(report.frames, has_source);
  if (reported == report.frames.end()) return true;  // nothing is claimed of the project
  const auto result = run_in_debugger(run, script_for(report.kind), {"run", kInnermost});
  if (!result) return std::unexpected(result.error());
  const std::string trace = trace_in(result->out);
  if (trace.empty()) return false;
  const auto seen = read_crash_report("Program received signal SIGABRT, Aborted.\n" + trace, "gdb's output");
  if (!seen) return false;
  for (const Frame& frame : seen->frames) {
    if (same_place(frame, *reported) || same_function(frame, *reported)) return true;
    if (frame.owner == FrameOwner::kDriver) return false;
  }
  return false;
}

}  // namespace reenact
