// Traces of names without places, as the system or a program's own handler writes them when it crashes:
//   systemd-coredump                #1  0x00007ff37db538a4 abort (libc.so.6 + 0x268a4)
//   glog, Abseil                        @     0x556a4dfb6539 yaml::Parser::Next()
//   glibc's backtrace_symbols()     ./app(_ZN4yaml4LoadEv+0x72) [0x55a7bcf86772]
#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>

#include "crash/dialects.h"

namespace reenact::dialects {
namespace {

constexpr std::string_view kDigits = "0123456789", kHexDigits = "0123456789abcdefABCDEF";

/// "0x7f1b5c rest" -> "rest"; nullopt if `text` does not begin with an address.
std::optional<std::string_view> behind_address(std::string_view text) {
  if (!text.starts_with("0x")) return std::nullopt;
  const auto end = text.find_first_not_of(kHexDigits, 2);
  if (end == 2 || (end != std::string_view::npos && text[end] != ' ')) return std::nullopt;
  return end == std::string_view::npos ? std::string_view() : trimmed(text.substr(end));
}

Frame named_frame(std::string_view name, std::string_view module) {
  Frame frame;
  if (name != "n/a" && name != "(unknown)") frame.function = name;
  frame.module = module;
  return frame;
}

/// "#1  0x00007ff37db538a4 abort (libc.so.6 + 0x268a4)", of older versions "... abort (libc.so.6)".
std::optional<Frame> read_systemd_frame(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('#')) return std::nullopt;
  const auto number = line.find_first_not_of(kDigits, 1);
  if (number == 1 || number == std::string_view::npos) return std::nullopt;
  const auto rest = behind_address(trimmed(line.substr(number)));
  if (!rest || !rest->ends_with(')') || rest->starts_with("in ")) return std::nullopt;
  const auto open = rest->rfind(" (");
  if (open == std::string_view::npos || open == 0) return std::nullopt;
  const std::string_view place = rest->substr(open + 2, rest->size() - open - 3);
  return named_frame(rest->substr(0, open), place.substr(0, place.find(" + 0x")));
}

/// "    @     0x7f1b5c yaml::Load()"; Abseil shows the size of the frame in between: "@  0x7f1b5c  48  yaml::Load()".
std::optional<Frame> read_glog_frame(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("@ ")) return std::nullopt;
  auto rest = behind_address(trimmed(line.substr(1)));
  if (!rest || rest->empty()) return std::nullopt;
  const auto word = std::min(rest->find(' '), rest->size());
  const bool is_size =
      word < rest->size() && (rest->substr(0, word) == "(unknown)" || rest->find_first_not_of(kDigits) == word);
  return named_frame(is_size ? trimmed(rest->substr(word)) : *rest, "");
}

/// "/lib/libc.so.6(abort+0x12b) [0x7f12]", "./app() [0x40]", "./app(+0x1c)[0x55]".
std::optional<Frame> read_glibc_frame(std::string_view line) {
  line = trimmed(line);
  const auto address = line.rfind("[0x");
  if (address == std::string_view::npos || !line.ends_with(']') ||
      line.find_first_not_of(kHexDigits, address + 3) != line.size() - 1)
    return std::nullopt;
  const std::string_view before = trimmed(line.substr(0, address));
  const auto open = before.rfind('(');
  if (open == std::string_view::npos || open == 0 || !before.ends_with(')') || before.substr(0, open).contains(' '))
    return std::nullopt;
  const std::string_view inside = before.substr(open + 1, before.size() - open - 2);
  return named_frame(inside.substr(0, inside.rfind("+0x")), before.substr(0, open));
}

struct Form {
  Dialect dialect;
  std::optional<Frame> (*read)(std::string_view line);
};
constexpr std::array kForms{Form{Dialect::kSystemd, read_systemd_frame}, Form{Dialect::kGlog, read_glog_frame},
                            Form{Dialect::kBacktrace, read_glibc_frame}};

/// "*** SIGSEGV (@0x8) received by", "Signal: 11 (SEGV)", "Error: signal 11:"; 0 of lines that tell none.
int signal_told(std::string_view line) {
  if (const int named = named_signal(line); named != 0) return named;
  for (const std::string_view word : {"signal ", "Signal ", "Signal: "}) {
    const auto at = line.find(word);
    if (at == std::string_view::npos) continue;
    int number = 0;
    std::from_chars(line.data() + at + word.size(), line.data() + line.size(), number);
    for (const int deadly : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGTRAP})
      if (number == deadly) return number;
  }
  return 0;
}

/// 8 of "*** SIGSEGV (@0x8) received by PID 42".
std::optional<std::uint64_t> address_told(std::string_view line) {
  constexpr std::string_view kAt = "(@0x";
  const auto at = line.find(kAt);
  std::uint64_t address = 0;
  if (at == std::string_view::npos ||
      std::from_chars(line.data() + at + kAt.size(), line.data() + line.size(), address, 16).ec != std::errc())
    return std::nullopt;
  return address;
}

/// What the frames inside of the crash are, when a handler wrote them: its own, and one without a name, from which the
/// kernel called it.
void drop_nameless_handler(std::vector<Frame>& frames) {
  constexpr std::ptrdiff_t kDeepest = 6;  // frames of a handler and of what writes the trace
  const auto end = frames.begin() + std::min<std::ptrdiff_t>(kDeepest, std::ssize(frames));
  const auto called = std::find_if(frames.begin(), end, [](const Frame& each) { return each.function.empty(); });
  if (called != end) frames.erase(frames.begin(), called + 1);
}

}  // namespace

bool drop_signal_handler(CrashReport& report) {
  std::vector<Frame>& frames = report.frames;
  const auto called = std::ranges::find_if(frames, [](const Frame& each) {
    return each.function == kSignalHandlerCalled || each.function == "__restore_rt" || each.function == "_sigtramp";
  });
  if (called == frames.end()) return false;
  frames.erase(frames.begin(), called + 1);
  report.frames_cut = 0;
  return true;
}

std::optional<Finding> read_handler(const std::vector<std::string>& lines) {
  int signal = 0;
  std::optional<std::uint64_t> address;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const int told = signal_told(lines[i]); told != 0) {
      signal = told;
      address = address_told(lines[i]);
    }
    const auto form = std::ranges::find_if(kForms, [&](const Form& each) { return each.read(lines[i]).has_value(); });
    if (form == kForms.end()) continue;
    Finding finding;
    finding.line = i;
    CrashReport& report = finding.report;
    report.dialect = form->dialect;
    for (; i < lines.size(); ++i) {
      auto frame = form->read(lines[i]);
      if (!frame) break;
      report.frames.push_back(std::move(*frame));
    }
    const bool is_handled = drop_signal_handler(report);
    if (!is_handled && form->dialect != Dialect::kSystemd) drop_nameless_handler(report.frames);
    // A handler that called abort() is not what crashed.
    report.signal = is_handled && signal == SIGABRT ? 0 : signal;
    assign_owners(report.frames);
    deduce_kind(report, report.frames.size());
    if (is_access(report.kind) && address) report.kind = kind_of_access(*address);
    // The first trace is that of the thread that crashed.
    if (report.kind != CrashKind::kUnknown || report.frames.size() > 1) return finding;
  }
  return std::nullopt;
}

}  // namespace reenact::dialects
