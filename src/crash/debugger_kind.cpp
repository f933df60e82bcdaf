// What ended the program, as far as a debugger's trace tells: by the signal, where its line was pasted too, and by the frames.
#include <algorithm>
#include <charconv>
#include <csignal>
#include <map>
#include <span>

#include "crash/dialects.h"
#include "crash/library_exceptions.h"
#include "crash/match.h"
#include "crash/trace_match.h"

namespace reenact::dialects {
namespace {

bool is_null(std::string_view value) { return value == "0x0" || value == "0"; }

/// Do the frames go around so often that somebody cut the rest off (`bt 25`)? A trace that shows its outer end is whole.
bool recurses_where_cut(const std::vector<Frame>& frames) {
  constexpr std::size_t kRounds = 6;
  if (std::ranges::any_of(frames, [](const Frame& each) { return each.owner == FrameOwner::kDriver; })) return false;
  const auto same = [](const Frame& a, const Frame& b) {
    return a.function == b.function && a.line == b.line && a.file == b.file;
  };
  const std::size_t around = recursion_cycle(frames, same).size();
  if (around == 0) return false;
  std::size_t repeated = 0;  // frames at the outer end that equal those one round further in
  while (repeated + around < frames.size() &&
         same(frames[frames.size() - 1 - repeated], frames[frames.size() - 1 - repeated - around]))
    ++repeated;
  // Inside of the cycle stands what met the end of the stack: hardly ever much, and not more than what is seen of the recursion.
  const std::size_t inside = frames.size() - std::min(frames.size(), repeated + around);
  return repeated + around >= kRounds * around && inside <= repeated + around;
}

/// The same where functions call one another in no order, as parsers do: so many frames, and far out nothing but functions
/// that come again and again.
bool recurses_in_disorder_where_cut(const std::vector<Frame>& frames) {
  constexpr std::size_t kMany = 40, kAgain = 4;  // frames; times
  if (frames.size() < kMany ||
      std::ranges::any_of(frames, [](const Frame& each) { return each.owner == FrameOwner::kDriver; }))
    return false;
  std::map<std::string, std::size_t> times;
  for (const Frame& frame : frames) ++times[frame.function];
  return std::ranges::all_of(std::span(frames).subspan(frames.size() / 8),
                             [&](const Frame& frame) { return times[frame.function] >= kAgain; });
}

/// `depth`: of the whole stack, of which `frames` may be the two ends (`bt 40`, `bt -10`).
bool recurses(const std::vector<Frame>& frames, std::size_t depth) {
  constexpr std::size_t kSurely = 5000;  // who pasted the trace may have cut out all that shows the recursion
  if (std::max(frames.size(), depth) < 64) return false;
  if (depth >= kSurely) return true;
  std::map<std::string, std::size_t> times;
  std::size_t most = 0;
  for (const Frame& frame : frames) most = std::max(most, ++times[frame.function]);
  return most * 8 > frames.size();
}

/// Of glibc's frame `__assert_fail (assertion=0x5555 "n > 0", ...)`; "" if there is none.
std::string asserted_text(const std::vector<Frame>& frames) {
  for (const Frame& frame : frames) {
    if (!frame.function.ends_with("__assert_fail")) continue;
    for (const Frame::Argument& argument : frame.arguments) {
      auto text = argument.value.find('"');
      if (argument.name == "assertion" && text != std::string::npos) return shown_text(argument.value, text);
    }
  }
  return "";
}

/// Of glibc's frame `malloc_printerr (str=0x7fff "free(): invalid pointer")`; "" if there is none.
std::string abort_text(std::span<const Frame> frames) {
  for (const Frame& frame : frames) {
    if (frame.function != "malloc_printerr") continue;
    for (const Frame::Argument& argument : frame.arguments)
      if (auto text = argument.value.find('"'); argument.name == "str" && text != std::string::npos)
        return shown_text(argument.value, text);
  }
  return "";
}

/// 6 of glibc's frame `raise (sig=sig@entry=6)`; 0 if there is none.
int raised_signal(std::span<const Frame> frames) {
  for (const Frame& frame : frames)
    for (const Frame::Argument& argument : frame.arguments) {
      if (argument.name != "sig" && argument.name != "signo") continue;
      const std::string_view digits = std::string_view(argument.value).substr(argument.value.rfind('=') + 1);
      int signal = 0;
      std::from_chars(digits.data(), digits.data() + digits.size(), signal);
      return signal;
    }
  return 0;
}

CrashKind kind_of_signal(int signal, const std::vector<Frame>& frames, std::size_t depth) {
  switch (signal) {
    case SIGSEGV: {
      if (recurses(frames, depth) || recurses_where_cut(frames) || recurses_in_disorder_where_cut(frames))
        return CrashKind::kStackOverflow;
      for (const Frame& frame : frames) {
        if (frame.owner != FrameOwner::kSubject) continue;
        for (const Frame::Argument& argument : frame.arguments)
          if (is_null(argument.value) && argument.value.starts_with("0x")) return CrashKind::kNullDereference;
        break;
      }
      return CrashKind::kWildAccess;  // gdb shows no address: same_kind() accepts either
    }
    case SIGFPE:
      return CrashKind::kArithmetic;
    case SIGBUS:
      return CrashKind::kBusError;
    case SIGABRT:
      return CrashKind::kAbort;
    case SIGILL:
    case SIGTRAP:
      return CrashKind::kIllegalInstruction;
    default:
      return CrashKind::kUnknown;
  }
}

/// kUnknown if the frames do not tell.
CrashKind kind_of_frames(std::span<const Frame> frames) {
  if (any_named(frames, {"__assert_fail", "__assert_fail_base", "__assert_perror_fail", "__assert_rtn", "__assert"}))
    return CrashKind::kAssertion;
  // std::terminate() alone may have been called without an exception.
  if (any_named(frames, {"__cxa_throw", "__cxa_rethrow", "_Unwind_RaiseException", "_Unwind_Resume_or_Rethrow",
                         "__clang_call_terminate", "__cxa_call_terminate"}))
    return CrashKind::kCppException;
  return any_named(frames, {"abort"}) ? CrashKind::kAbort : CrashKind::kUnknown;
}

}  // namespace

std::span<const Frame> last_steps(const std::vector<Frame>& frames) {
  const auto end = std::ranges::find_if(frames, [](const Frame& frame) {
    return frame.owner == FrameOwner::kDriver || (frame.owner == FrameOwner::kSubject && !frame.function.empty());
  });
  return {frames.begin(), end};
}

bool any_named(std::span<const Frame> frames, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(frames, [&](const Frame& frame) {
    const std::string_view name = std::string_view(frame.function).substr(0, frame.function.find('('));
    return std::ranges::any_of(names, [&](std::string_view each) {
      return name == each || (name.starts_with("__GI_") && name.substr(5) == each);
    });
  });
}

void deduce_kind(CrashReport& report, std::size_t depth) {
  const std::span<const Frame> steps = last_steps(report.frames);
  if (report.signal == 0) report.signal = raised_signal(steps);
  report.kind = kind_of_signal(report.signal, report.frames, depth);
  const bool may_have_aborted = report.kind == CrashKind::kUnknown || report.kind == CrashKind::kAbort;
  if (const CrashKind told = kind_of_frames(steps); may_have_aborted && told != CrashKind::kUnknown) {
    report.kind = told;
    report.signal = SIGABRT;
  }
  if (report.kind == CrashKind::kUnknown && recurses(report.frames, depth)) report.kind = CrashKind::kStackOverflow;
  if (const std::string text = abort_text(steps); report.kind == CrashKind::kAbort && !text.empty())
    report.message = text;
  if (const std::string text = asserted_text(report.frames); !text.empty()) {
    report.kind = CrashKind::kAssertion;
    report.message = text;
  }
}

void deduce_exception(CrashReport& report) {
  if (report.kind != CrashKind::kCppException || !report.exception_type.empty()) return;
  const std::span<const Frame> steps = last_steps(report.frames);
  const auto thrown =
      std::ranges::find_if(steps, [](const Frame& each) { return plain_name(each.function) == "__cxa_throw"; });
  // The function that throws is next to it: further out, a destructor may throw while another exception is on its way.
  if (thrown == steps.end() || std::next(thrown) == steps.end()) return;
  report.exception_type = thrown_by(std::next(thrown)->function);
}

}  // namespace reenact::dialects

namespace reenact {

bool CrashReport::shows_throw() const {
  return dialects::any_named(dialects::last_steps(frames), {"__cxa_throw", "__cxa_rethrow"});
}

}  // namespace reenact
