// gdb's `bt`: "#3  0x00 in f (n=2) at file.cpp:12".
#include <algorithm>
#include <iterator>
#include <span>

#include "crash/dialects.h"

namespace reenact::dialects {
namespace {

// More than any frame gdb prints; see kLongestFrame.
constexpr std::size_t kMostBrackets = 256;

/// "#3  0x00 in ns::f<int> (this=0x1, n=2) at file.cpp:12" / "... from /lib/x.so"; the line may hold wrapped ones.
std::optional<Frame> read_gdb_frame(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('#')) return std::nullopt;
  std::size_t at = 1;
  while (at < line.size() && line[at] >= '0' && line[at] <= '9') ++at;
  if (at == 1 || at >= line.size() || line[at] != ' ') return std::nullopt;
  Frame frame;
  frame.number = static_cast<std::uint32_t>(leading_number(line.substr(1)));
  line = trimmed(line.substr(at));
  if (line == kSignalHandlerCalled) {
    frame.function = line;
    return frame;
  }
  if (line.starts_with("0x")) {
    frame.address = leading_number(line);
    const auto in = line.find(" in ");
    if (in == std::string_view::npos || in > 20) return std::nullopt;
    line = line.substr(in + 4);
  }
  // The argument list is the last " (" that closes before " at " or " from ": names hold brackets of their own.
  std::size_t open = std::string_view::npos;
  std::size_t tried = 0;
  for (std::size_t i = line.find(" ("); i != std::string_view::npos && tried < kMostBrackets;
       i = line.find(" (", i + 1), ++tried) {
    const std::size_t close = closing(line, i + 1);
    if (close == std::string_view::npos) continue;
    const std::string_view rest = line.substr(close + 1);
    if (rest.empty() || rest.starts_with(" at ") || rest.starts_with(" from ")) {
      open = i;
      read_arguments(line.substr(i + 2, close - i - 2), frame);
      if (rest.starts_with(" at ")) set_place(frame, trimmed(rest.substr(4)));
      if (rest.starts_with(" from ")) frame.module = std::string(trimmed(rest.substr(6)));
      break;
    }
  }
  if (open == std::string_view::npos) return std::nullopt;
  frame.function = std::string(line.substr(0, open));
  frame.is_optimised = line.contains("<optimized out>") || line.contains("@entry=");
  if (frame.function == "??") frame.function.clear();
  return frame;
}

/// 12 of "#12 f () at a.c:1". REQUIRES: read_gdb_frame() reads it.
std::size_t number_of(std::string_view line) { return leading_number(trimmed(line).substr(1)); }

/// Of frames that called another one gdb shows the address, unless they were inlined or it was told to show none at all.
void mark_inlined(std::vector<Frame>& frames) {
  const std::span called(frames.begin() + (frames.empty() ? 0 : 1), frames.end());
  if (std::ranges::all_of(called, [](const Frame& each) { return each.address == 0; })) return;
  for (Frame& frame : called)
    if (frame.address == 0) frame.is_optimised = true;
}

/// May the frame open a trace? "#12 crash (see below)" in an issue's text may not: a trace that was cut at its inner end
/// shows a place.
bool opens_trace(std::string_view line, const Frame& frame) {
  return number_of(line) == 0 || frame.line.value != 0 || !frame.module.empty();
}

/// gdb wraps long frames: continuation lines start with blanks.
std::vector<std::string> unwrapped(const std::vector<std::string>& lines) {
  std::vector<std::string> result;
  for (const std::string& line : lines) {
    const std::string_view words = trimmed(line);
    const bool is_place = words.starts_with("at ") || words.starts_with("from ");
    // A printer of gdb's that fails says so in the middle of a frame: "f (s=Python Exception ...: no member.\n, n=2)", or "\n..., n=2)".
    const bool continues =
        (line.starts_with("    ") || line.starts_with(", ") || line.starts_with(") at ") || line.starts_with("..., ") ||
         line.starts_with("...) ") || (line.starts_with("   ") && is_place)) &&
        !result.empty() && result.back().starts_with('#') && result.back().size() < kLongestFrame &&
        words.find_first_of("#=") != 0;
    const bool complete = continues && read_gdb_frame(result.back()) && !is_place;
    if (continues && !complete)
      result.back() += " " + std::string(words);
    else
      result.push_back(line);
  }
  return result;
}

/// What stopped the program: "received signal SIGSEGV"; "" of lines that do not tell.
std::string_view signal_of(std::string_view line) {
  const bool stopped =
      line.contains("received signal") || line.contains("terminated with signal") || line.contains("hit signal");
  return stopped ? signal_name(line) : std::string_view();
}

/// Sets what the report is of, the signal's name known. Signals that somebody sends tell of no crash.
void set_kind(CrashReport& report, std::string_view signal, std::size_t depth) {
  static constexpr std::string_view kSent[] = {"SIGINT",  "SIGTERM", "SIGQUIT", "SIGSTOP", "SIGTSTP",
                                               "SIGALRM", "SIGHUP",  "SIGCONT", "SIGKILL"};
  report.signal = named_signal(signal);
  deduce_kind(report, depth);
  if (report.kind != CrashKind::kUnknown) return;
  if (std::ranges::find(kSent, signal) != std::end(kSent) || (signal.empty() && is_waiting(report)))
    report.kind = CrashKind::kTimeout;
  else
    report.message = signal;  // "SIGPIPE": no kind of ours, but not any crash either
}

/// Without any `bt`, the frame that gdb shows below the signal's line: "0x5555 in f (p=0x0) at a.c:12".
std::optional<Finding> stopped_at(const std::vector<std::string>& lines) {
  constexpr std::size_t kNear = 4;  // lines: "[Switching to Thread 0x7ffff (LWP 42)]" and blank ones may be between
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view signal = signal_of(lines[i]);
    if (signal.empty()) continue;
    for (std::size_t k = i + 1; k < lines.size() && k < i + kNear; ++k) {
      const std::string_view shown = trimmed(lines[k]);
      auto frame = read_gdb_frame("#0 " + std::string(shown.substr(shown.starts_with('>') ? 1 : 0)));
      if (!frame || frame->line.value == 0) continue;
      Finding finding;
      finding.line = k;
      finding.report.frames.push_back(std::move(*frame));
      assign_owners(finding.report.frames);
      set_kind(finding.report, signal, 1);
      return finding;
    }
  }
  return std::nullopt;
}

/// A trace as it stands in the text: neither its thread nor its signal are known yet.
struct Trace {
  Finding finding;
  std::size_t depth = 0;    // of the whole stack
  std::string_view signal;  // that was told of last
  bool is_handled = false;  // by the program's own handler, in which it ended
  unsigned lwp = 0;
};

/// Reads the trace that begins in line `i`; leaves `i` at its last line.
Trace read_trace(const std::vector<std::string>& lines, std::size_t& i) {
  Trace trace;
  CrashReport& report = trace.finding.report;
  trace.finding.line = i;
  report.dialect = Dialect::kGdb;
  report.frames_cut = number_of(lines[i]);
  std::size_t gap = 0;
  for (; i < lines.size() && gap < 8; ++i) {
    if (auto frame = read_gdb_frame(lines[i])) {
      const std::size_t number = number_of(lines[i]);
      if (trace.depth > 0 && number <= report.frames_cut) break;  // the next trace
      gap = 0;
      if (number < trace.depth) continue;  // shown once more: by `up`, or by the `bt -10` behind a `bt`
      report.frames.push_back(std::move(*frame));
      trace.depth = number + 1;
    } else if (!signal_of(lines[i]).empty() || read_gdb_thread(lines[i])) {  // the program went on, or another thread
      break;
    } else {
      ++gap;  // `bt full` shows locals between frames
    }
  }
  --i;
  trace.is_handled = drop_signal_handler(report);
  mark_inlined(report.frames);
  assign_owners(report.frames);
  return trace;
}

/// Only the crashed thread has the signal.
std::vector<Finding> with_kinds(std::vector<Trace> traces, const GdbThread& crashed) {
  std::vector<Finding> findings;
  std::vector<unsigned> lwps;
  for (Trace& trace : traces) {
    findings.push_back(std::move(trace.finding));
    lwps.push_back(trace.lwp);
  }
  const bool has_threads = std::ranges::any_of(findings, [](const Finding& each) { return each.thread != 0; });
  const std::size_t chosen = has_threads ? crashed_trace(findings, crashed, lwps) : findings.size();
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const bool may_have_crashed = findings[i].thread == 0 || i == chosen;
    set_kind(findings[i].report, may_have_crashed ? traces[i].signal : std::string_view(), traces[i].depth);
  }
  // What crashed is looked at first.
  if (chosen < findings.size())
    std::rotate(findings.begin(), findings.begin() + static_cast<std::ptrdiff_t>(chosen),
                findings.begin() + static_cast<std::ptrdiff_t>(chosen) + 1);
  return findings;
}

}  // namespace

std::vector<Finding> read_gdb(const std::vector<std::string>& given, unsigned asked) {
  const std::vector<std::string> lines = unwrapped(given);
  std::vector<Trace> traces;
  std::string_view signal;
  GdbThread crashed, shown;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const auto seen = signal_of(lines[i]); !seen.empty()) signal = seen;
    if (const auto thread = read_gdb_thread(lines[i])) {
      GdbThread& told = thread->has_crashed ? crashed : shown;
      const unsigned number = thread->number == 0 ? told.number : thread->number;
      told = *thread;
      told.number = number;
    }
    const auto first = read_gdb_frame(lines[i]);
    if (!first || !opens_trace(lines[i], *first)) continue;
    traces.push_back(read_trace(lines, i));
    // A handler that called abort() is not what crashed.
    traces.back().signal = traces.back().is_handled && signal == "SIGABRT" ? std::string_view() : signal;
    traces.back().finding.thread = shown.number;
    traces.back().lwp = shown.lwp;
    shown = {};
  }
  if (asked != 0) crashed = {.number = asked, .is_asked_for = true};
  std::vector<Finding> findings = with_kinds(std::move(traces), crashed);
  if (findings.empty())
    if (auto stop = stopped_at(lines)) findings.push_back(std::move(*stop));
  return findings;
}

}  // namespace reenact::dialects
