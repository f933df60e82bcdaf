// Of gdb's `thread apply all bt`: which trace is whose, and who crashed.
#include <algorithm>
#include <charconv>

#include "crash/dialects.h"

namespace reenact::dialects {
namespace {

/// The number behind `words` in `line`; 0 if there is none.
unsigned number_behind(std::string_view words, std::string_view line) {
  const auto at = line.find(words);
  unsigned number = 0;
  if (at != std::string_view::npos) std::from_chars(line.data() + at + words.size(), line.data() + line.size(), number);
  return number;
}

/// "poll" of "__GI___poll", "pthread_cond_wait" of "___pthread_cond_wait" and "pthread_cond_wait@@GLIBC_2.3.2".
std::string_view system_name(std::string_view function) {
  function = function.substr(0, function.find_first_of("@("));
  if (function.starts_with("__GI_")) function.remove_prefix(5);
  while (function.starts_with('_')) function.remove_prefix(1);
  for (const std::string_view suffix : {"_nocancel", "_cancel", "_time64", "64"})
    if (function.ends_with(suffix)) function.remove_suffix(suffix.size());
  return function;
}

bool waits(std::string_view function) {
  static constexpr std::string_view kWaiting[] = {"poll",
                                                  "ppoll",
                                                  "select",
                                                  "pselect",
                                                  "epoll_wait",
                                                  "epoll_pwait",
                                                  "nanosleep",
                                                  "clock_nanosleep",
                                                  "sleep",
                                                  "usleep",
                                                  "pause",
                                                  "sigwait",
                                                  "sigwaitinfo",
                                                  "sigtimedwait",
                                                  "wait4",
                                                  "waitpid",
                                                  "waitid",
                                                  "accept",
                                                  "accept4",
                                                  "recv",
                                                  "recvfrom",
                                                  "recvmsg",
                                                  "sem_wait",
                                                  "sem_timedwait",
                                                  "lll_lock_wait",
                                                  "kevent",
                                                  "semaphore_wait_trap",
                                                  "psynch_cvwait",
                                                  "psynch_mutexwait",
                                                  "mach_msg_trap",
                                                  "ulock_wait"};
  const std::string_view name = system_name(function);
  return std::ranges::find(kWaiting, name) != std::end(kWaiting) || name.starts_with("futex_") ||
         name.starts_with("pthread_cond_") || name.starts_with("pthread_join") || name.starts_with("pthread_clockjoin");
}

/// Does the trace show by itself how the program ended?
bool tells_of_its_end(const Finding& trace) {
  CrashReport report = trace.report;
  report.signal = 0;
  deduce_kind(report, report.frames.size());
  return report.kind != CrashKind::kUnknown;
}

/// Of gdb's one line where the program stopped, "#0  f (n=2) at a.c:7", in front of `thread apply all bt`: the trace that begins
/// with that frame. Their number if there is none.
std::size_t whole_trace_of(const Finding& stop, const std::vector<Finding>& traces) {
  const Frame& shown = stop.report.frames.front();
  for (std::size_t i = 0; i < traces.size(); ++i) {
    if (traces[i].thread == 0 || traces[i].report.frames.size() < 2) continue;
    const Frame& innermost = traces[i].report.frames.front();
    if (innermost.function == shown.function && innermost.file == shown.file && innermost.line == shown.line) return i;
  }
  return traces.size();
}

bool is_usable(const Finding& trace) { return !trace.report.subject_frames().empty(); }

}  // namespace

bool is_waiting(const CrashReport& report) {
  // The system call itself may have no name, or one of another function behind it ("__syscall_cancel").
  for (const Frame& frame : report.frames) {
    if (frame.owner != FrameOwner::kSystem) return false;
    if (waits(frame.function)) return true;
  }
  return false;
}

std::optional<GdbThread> read_gdb_thread(std::string_view line) {
  line = trimmed(line);
  GdbThread thread;
  thread.lwp = number_behind("(LWP ", line);
  if (line.starts_with("Thread ")) {
    thread.number = number_behind("Thread ", line);
    thread.has_crashed = line.contains(" received signal ");
    const bool is_heading = line.contains('(') && line.ends_with(':');
    if (thread.number == 0 || (!thread.has_crashed && !is_heading)) return std::nullopt;
    return thread;
  }
  // "[Switching to Thread 0x7ffff (LWP 43)]" stands below the signal, or is the answer to a command: the last one counts.
  thread.has_crashed = true;
  if (line.starts_with("[Current thread is ")) {
    thread.number = number_behind("[Current thread is ", line);
    return thread;
  }
  if (line.starts_with("[Switching to Thread ") && thread.lwp != 0) return thread;
  return std::nullopt;
}

std::size_t crashed_trace(const std::vector<Finding>& traces, const GdbThread& crashed,
                          const std::vector<unsigned>& lwps) {
  const auto first = [&](auto is_it) {
    return static_cast<std::size_t>(std::ranges::find_if(traces, is_it) - traces.begin());
  };
  // What stands in front of all threads' traces is the `bt` of the one that crashed.
  const bool is_in_front = !traces.empty() && traces.front().thread == 0 && is_usable(traces.front());
  if (is_in_front && !crashed.is_asked_for) {
    const std::size_t whole =
        traces.front().report.frames.size() == 1 ? whole_trace_of(traces.front(), traces) : traces.size();
    return whole < traces.size() ? whole : 0;
  }
  for (std::size_t i = 0; i < traces.size(); ++i)
    if ((crashed.lwp != 0 && lwps[i] == crashed.lwp) || (crashed.number != 0 && traces[i].thread == crashed.number))
      return i;
  if (crashed.is_asked_for) return traces.size();
  if (const std::size_t found = first(tells_of_its_end); found < traces.size()) return found;
  // A core file's first thread is the one that crashed.
  const auto may_be = [](const Finding& each) { return is_usable(each) && !is_waiting(each.report); };
  if (const std::size_t found = first([&](const Finding& each) { return each.thread == 1 && may_be(each); });
      found < traces.size())
    return found;
  return first(may_be);
}

}  // namespace reenact::dialects
