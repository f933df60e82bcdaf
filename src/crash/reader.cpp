#include "crash/reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "crash/dialects.h"
#include "crash/match.h"

namespace reenact {
namespace {

using dialects::Finding;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

const Frame* innermost_subject(const CrashReport& report) {
  const auto frames = report.subject_frames();
  return frames.empty() ? nullptr : &report.frames[frames.front().index()];
}

/// UBSan goes on after a finding; the crash is the fatal one behind it if both are the same trouble: the same function,
/// as in "division by zero" and then FPE, or "member access within null pointer" and then SEGV.
const Finding* choose(const std::vector<Finding>& undefined, const std::vector<Finding>& address) {
  if (undefined.empty()) return address.empty() ? nullptr : &address.front();
  if (address.empty()) return &undefined.front();
  if (address.front().line < undefined.front().line) return &address.front();
  const Frame* early = innermost_subject(undefined.front().report);
  const Frame* fatal = innermost_subject(address.front().report);
  if (fatal == nullptr) return &undefined.front();
  if (early == nullptr || same_function(*early, *fatal)) return &address.front();
  return &undefined.front();
}

void merge_assertion(CrashReport& report, const Finding& assertion) {
  report.check = assertion.report.check;
  report.kind = CrashKind::kAssertion;
  report.message = assertion.report.message;
  report.signal = assertion.report.signal;
}

void merge_terminate(CrashReport& report, const Finding& terminate) {
  report.kind = CrashKind::kCppException;
  report.message = terminate.report.message;
  report.exception_type = terminate.report.exception_type;
  report.signal = terminate.report.signal;
}

/// Or is there a signal that neither an assertion nor an exception ends a program with?
bool may_have_aborted(const CrashReport& report) {
  return report.kind == CrashKind::kUnknown || report.kind == CrashKind::kAbort ||
         report.kind == CrashKind::kAssertion || report.kind == CrashKind::kCppException;
}

/// Where text stops being text: the first control byte other than blanks and escapes of colours.
std::size_t first_control_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 32 && c != '\n' && c != '\r' && c != '\t' && c != '\x1b' && c != '\f' && c != '\b') return i;
  }
  return std::string_view::npos;
}

/// Is the trace the beginning of a longer one? lldb shows the innermost frame where the program stops, before any `bt`.
bool is_shown_whole_elsewhere(const Finding& part, const std::vector<Finding>& traces) {
  const auto same = [](const Frame& a, const Frame& b) {
    return a.function == b.function && a.file == b.file && a.line == b.line;
  };
  return std::ranges::any_of(traces, [&](const Finding& each) {
    return each.report.frames.size() > part.report.frames.size() && each.report.frames_cut == part.report.frames_cut &&
           std::equal(part.report.frames.begin(), part.report.frames.end(), each.report.frames.begin(), same);
  });
}

/// Of Valgrind's errors, which the program outlives, or of several threads or repeated `bt`s, the first with a frame of
/// the subject; rather a whole one than one that was cut.
const Finding& choose(const std::vector<Finding>& traces) {
  const auto is_usable = [](const Finding& each) { return !each.report.subject_frames().empty(); };
  const auto is_whole = [&](const Finding& each) {
    return is_usable(each) && each.report.frames_cut == 0 && !is_shown_whole_elsewhere(each, traces);
  };
  auto chosen = std::ranges::find_if(traces, is_whole);
  if (chosen == traces.end()) chosen = std::ranges::find_if(traces, is_usable);
  return chosen == traces.end() ? traces.front() : *chosen;
}

std::unexpected<Error> no_crash(std::string_view where, bool may_be_another_thread) {
  return usage_error(fmt::format(
      "{}: it shows a program that was stopped or waits, not one that crashed\n  next step: give the trace of a "
      "crash; of a program that hangs no test is made{}",
      where, may_be_another_thread ? "; if another thread crashed: --thread N" : ""));
}

/// Errors: no trace is of that thread.
Expected<void> keep_thread(unsigned thread, std::string_view where, std::vector<Finding>& gdb,
                           std::vector<Finding>& lldb) {
  std::set<unsigned> told;
  for (std::vector<Finding>* traces : {&gdb, &lldb}) {
    for (const Finding& each : *traces)
      if (each.thread != 0) told.insert(each.thread);
    std::erase_if(*traces, [&](const Finding& each) { return each.thread != thread; });
  }
  if (told.contains(thread)) return {};
  if (told.empty())
    return usage_error(
        fmt::format("{}: --thread {}: it does not tell which trace is of which thread\n  next step: leave --thread out",
                    where, thread));
  return usage_error(fmt::format("{}: --thread {}: there is no such thread\n  next step: give one of {}", where, thread,
                                 fmt::join(told, ", ")));
}

/// gdb's reader puts the trace of what crashed first; those of other threads tell of no crash.
void drop_other_threads(std::vector<Finding>& gdb) {
  if (gdb.empty()) return;
  const unsigned crashed = gdb.front().thread;
  std::erase_if(gdb, [&](const Finding& each) { return each.thread != 0 && each.thread != crashed; });
}

/// Before it crashed, a program may have been stopped to look where it is.
void drop_stopped(std::vector<Finding>& gdb) {
  const auto is_stopped = [](const Finding& each) { return each.report.kind == CrashKind::kTimeout; };
  if (!std::ranges::all_of(gdb, is_stopped)) std::erase_if(gdb, is_stopped);
}

}  // namespace

Expected<void> check_usable(const CrashReport& report, std::string_view where) {
  if (!report.subject_frames().empty()) return {};
  // UBSan's headline alone: whose line that is, the subject will tell.
  if (report.dialect == Dialect::kUndefinedSanitizer && report.frames.size() == 1 && report.frames[0].line.value != 0 &&
      report.frames[0].owner == FrameOwner::kSubject)
    return {};
  if (report.frames.empty())
    return usage_error(fmt::format(
        "{}: a crash ({}) without a stack trace\n  next step: give the trace too: a sanitizer's report, or gdb's `bt`",
        where, to_string(report.kind)));
  const auto driver = std::ranges::find(report.frames, FrameOwner::kDriver, &Frame::owner);
  if (driver != report.frames.end() && driver->line.value != 0)
    return usage_error(fmt::format(
        "{}: no usable frame: the crash is in the program that calls the project ({} at {}:{})\n  next step: if "
        "functions of the project should be there, build with -g and take the trace again",
        where, driver->function, driver->file, driver->line.value));
  return usage_error(
      fmt::format("{}: no usable frame: none of the {} frames names a function of the project\n  next step: build with "
                  "-g and take the trace again",
                  where, report.frames.size()));
}

namespace {

/// As find_crash_report(), but for checks whose failure the frames alone show.
Expected<CrashReport> read_dialects(std::string_view text, std::string_view where, unsigned thread) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return usage_error(fmt::format("{}: the report is empty", where));
  if (const auto at = first_control_byte(text); at != std::string_view::npos)
    return usage_error(fmt::format("{}: not a text: byte {} is 0x{:02x}\n  next step: give the report as plain text",
                                   where, at, static_cast<unsigned char>(text[at])));
  const std::vector<std::string> lines = dialects::clean_lines(text);
  const auto address = dialects::read_address_sanitizer(lines);
  const auto undefined = dialects::read_undefined_sanitizer(lines);
  const bool has_leaks = text.contains("LeakSanitizer: detected memory leaks");
  auto gdb = dialects::read_gdb(lines, thread);
  // Where the leaked was allocated looks like a bare `bt`.
  if (has_leaks) std::erase_if(gdb, [](const Finding& each) { return each.report.kind == CrashKind::kUnknown; });
  const auto assertion = dialects::read_assertion(lines);
  const auto terminate = dialects::read_terminate(lines);

  auto lldb = dialects::read_lldb(lines, thread);
  if (thread != 0)
    if (const auto ok = keep_thread(thread, where, gdb, lldb); !ok) return std::unexpected(ok.error());
  drop_other_threads(gdb);
  drop_stopped(gdb);
  if (const Finding* sanitizer = choose(undefined, address)) {
    CrashReport report = sanitizer->report;
    if (report.kind == CrashKind::kAbort && assertion)
      merge_assertion(report, *assertion);
    else if (report.kind == CrashKind::kAbort && terminate)
      merge_terminate(report, *terminate);
    return report;
  }
  if (text.contains("libFuzzer: timeout")) return no_crash(where, false);
  std::vector<Finding> names;
  if (auto handler = dialects::read_handler(lines)) names.push_back(std::move(*handler));
  for (const auto& traces : {dialects::read_valgrind(lines), gdb, lldb, names}) {
    if (traces.empty()) continue;
    CrashReport report = choose(traces).report;
    if (report.kind == CrashKind::kTimeout && (terminate || assertion)) report.kind = CrashKind::kUnknown;
    if (report.kind == CrashKind::kTimeout) return no_crash(where, thread == 0);
    if (terminate && may_have_aborted(report))
      merge_terminate(report, *terminate);
    else if (assertion && may_have_aborted(report))
      merge_assertion(report, *assertion);
    return report;
  }
  if (assertion) return assertion->report;
  if (terminate) return terminate->report;
  if (has_leaks)
    return usage_error(fmt::format(
        "{}: it tells of memory leaks alone\n  next step: a leak is no crash; give the report of one", where));
  if (text.contains("uninitialised value") || text.contains("use-of-uninitialized-value"))
    return usage_error(fmt::format(
        "{}: it tells of uninitialised values alone\n  next step: these end no program, so that no test can show "
        "them by crashing; give the report of what went wrong with them",
        where));
  return usage_error(fmt::format(
      "{}: no crash found in it\n  understood: AddressSanitizer and UBSan reports, Valgrind's errors, `bt` of "
      "gdb and lldb, traces of systemd-coredump, glog, Abseil and backtrace_symbols(), a failed assertion's line, "
      "`terminate called after throwing ...`",
      where));
}

/// A thunk corrects `this` and goes on to the function that it is named after. Whether it has a frame is the optimiser's affair, so it is
/// none of either report. What crashes in the thunk itself stays.
void drop_thunks(std::vector<Frame>& frames) {
  if (frames.empty()) return;
  const auto thunks = std::ranges::remove_if(frames.begin() + 1, frames.end(), [](const Frame& each) {
    return std::ranges::any_of(
        std::array<std::string_view, 3>{"non-virtual thunk to ", "virtual thunk to ", "covariant return thunk to "},
        [&](std::string_view begin) { return each.function.starts_with(begin); });
  });
  frames.erase(thunks.begin(), thunks.end());
}

}  // namespace

Expected<CrashReport> find_crash_report(std::string_view text, std::string_view where, unsigned thread) {
  auto report = read_dialects(text, where, thread);
  if (!report) return report;
  dialects::deduce_check(*report);
  dialects::deduce_exception(*report);
  drop_thunks(report->frames);
  for (OtherStack& each : report->others) drop_thunks(each.frames);
  return report;
}

Expected<CrashReport> read_crash_report(std::string_view text, std::string_view where, unsigned thread) {
  auto report = find_crash_report(text, where, thread);
  if (!report) return report;
  if (const auto ok = check_usable(*report, where); !ok) return std::unexpected(ok.error());
  return report;
}

}  // namespace reenact
