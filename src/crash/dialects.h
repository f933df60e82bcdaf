// What the readers of the single dialects share. A finding is one crash as one dialect tells it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "crash/report.h"

namespace reenact::dialects {

/// The lines of a report without what issue trackers put around them: Markdown quoting, fences, colours, CR.
[[nodiscard]] std::vector<std::string> clean_lines(std::string_view text);

/// Sets each frame's owner: subject, system, sanitizer or driver (main and everything outside of it).
void assign_owners(std::vector<Frame>& frames);

/// The number at the beginning, after "0x" a hexadecimal one; 0 if there is none.
[[nodiscard]] std::uint64_t leading_number(std::string_view text);
/// The bracket that closes the one at `open`; quoted texts are passed over. npos if there is none.
[[nodiscard]] std::size_t closing(std::string_view text, std::size_t open);
/// Adds what `text`, the list between a debugger's brackets, tells of the values of the frame's parameters.
void read_arguments(std::string_view text, Frame& frame);
/// The signal whose name the line holds ("SIGSEGV"); 0 if none does that ends a crash.
[[nodiscard]] int named_signal(std::string_view line);
/// The name of any signal that the line holds: "SIGINT"; "" if none does.
[[nodiscard]] std::string_view signal_name(std::string_view line);

/// Adds the names of the subject's functions, each once.
void add_subject_functions(const std::vector<Frame>& frames, std::vector<std::string>& names);

/// "path/file.c:12:3" -> file, line, column; without numbers the whole text is the file.
void set_place(Frame& frame, std::string_view place);

struct Finding {
  CrashReport report;
  std::size_t line = 0;  // where it starts in the text
  std::string place;     // UBSan: "file:line" of the message itself
  unsigned thread = 0;   // a debugger's number of the thread; 0: not told
};

/// All crashes that lines of AddressSanitizer tell of, in the order of the text.
[[nodiscard]] std::vector<Finding> read_address_sanitizer(const std::vector<std::string>& lines);
/// The same of UBSan's `runtime error:`, with or without its stack.
[[nodiscard]] std::vector<Finding> read_undefined_sanitizer(const std::vector<std::string>& lines);
/// The same of traces that gdb's `bt` printed, one for each thread or `bt`. Of several threads only the one that crashed has
/// a signal and a kind; it comes first. `thread`: that one did; 0: the text tells.
[[nodiscard]] std::vector<Finding> read_gdb(const std::vector<std::string>& lines, unsigned thread = 0);
/// The same of lldb's `bt`: of threads that a crash stopped, if the text tells which; else of all. `thread`: of that one; 0: of any.
[[nodiscard]] std::vector<Finding> read_lldb(const std::vector<std::string>& lines, unsigned thread = 0);
/// Characters of a frame at most: longer than any that a debugger prints, and short enough that looking at each bracket, or at each
/// wrapped line again, costs nothing to speak of on texts that are no frames at all.
inline constexpr std::size_t kLongestFrame = 16 * 1024;
/// gdb's word for the frame from which the kernel called the program's handler of a signal.
inline constexpr std::string_view kSignalHandlerCalled = "<signal handler called>";
/// Takes out what a program's own handler of the signal did: what stands inside of the frame from which it was called, and
/// that frame; the trace is whole then at its inner end. false: there is no such frame.
bool drop_signal_handler(CrashReport& report);
/// The first trace of names alone: systemd-coredump's, glog's or Abseil's, or of glibc's backtrace_symbols().
[[nodiscard]] std::optional<Finding> read_handler(const std::vector<std::string>& lines);
/// The same of Valgrind's Memcheck: invalid accesses and frees, and the signal that ended the program.
[[nodiscard]] std::vector<Finding> read_valgrind(const std::vector<std::string>& lines);
/// Sets kind (kUnknown if nothing tells it), the asserted text, and the signal where only the frames tell it. `depth`: of
/// the whole stack, of which the report may show the two ends.
void deduce_kind(CrashReport& report, std::size_t depth);
/// The frames of libraries in which the program died, inside of the first frame of its own.
[[nodiscard]] std::span<const Frame> last_steps(const std::vector<Frame>& frames);
/// Has one of the frames one of these names, perhaps with parameters, or as glibc calls its own: "__GI_abort"?
[[nodiscard]] bool any_named(std::span<const Frame> frames, std::initializer_list<std::string_view> names);
/// Sets `check`, and what follows from it, where the frames show which it was. REQUIRES: `check` is what the report's lines tell.
void deduce_check(CrashReport& report);
/// Sets the type of the exception where only the function of the standard library that throws it tells.
void deduce_exception(CrashReport& report);
/// A condition of the standard library's, as no version of it differs: "n < size()" of "__builtin_expect(n < this->size(), true)".
[[nodiscard]] std::string plain_condition(std::string_view text);
/// A debugger's trace that tells no signal: does it wait there, for input, a lock or time to pass? Then it hangs.
[[nodiscard]] bool is_waiting(const CrashReport& report);
/// "Thread 3 (Thread 0x7f12 (LWP 43)):" in front of a trace, "[Current thread is 1 (Thread 0x7f10 (LWP 41))]", "Thread 2
/// "app" received signal SIGSEGV": numbers of threads; 0 if the line tells none. `lwp`: the system's number.
struct GdbThread {
  unsigned number = 0, lwp = 0;
  bool has_crashed = false;   // or else its trace follows
  bool is_asked_for = false;  // by the user
};
[[nodiscard]] std::optional<GdbThread> read_gdb_thread(std::string_view line);
/// Of traces with and without a thread's number, the one of the thread that crashed; `crashed`: what lines told of it.
[[nodiscard]] std::size_t crashed_trace(const std::vector<Finding>& traces, const GdbThread& crashed,
                                        const std::vector<unsigned>& lwps);
/// "app: file.c:12: f: Assertion `x' failed.", and the same as other systems' C libraries say it.
[[nodiscard]] std::optional<Finding> read_assertion(const std::vector<std::string>& lines);
/// "terminate called after throwing an instance of 'T'" and its what(), or libc++'s words for it.
[[nodiscard]] std::optional<Finding> read_terminate(const std::vector<std::string>& lines);

/// -fsanitize= name of the check behind a UBSan message; empty if unknown.
[[nodiscard]] std::string ubsan_check(std::string_view message);

}  // namespace reenact::dialects
