// lldb's `bt`: "  * frame #0: 0x01 app`f(n=2) at file.cpp:12:3" under "* thread #1, stop reason = ...".
#include <algorithm>
#include <charconv>
#include <csignal>
#include <utility>

#include "crash/dialects.h"

namespace reenact::dialects {
namespace {

struct Numbered {
  std::size_t number = 0;
  Frame frame;
};

/// "a::f(int)(this=0x1, n=2) const" -> a::f(int), n = 2. "f(int) + 12", without debug information, has no values.
void read_call(std::string_view call, Frame& frame) {
  if (const auto offset = call.rfind(" + ");
      offset != std::string_view::npos && call.find_first_not_of("0123456789", offset + 3) == std::string_view::npos)
    call = call.substr(0, offset);
  for (const std::string_view qualifier : {" &&", " &", " volatile", " const"})
    if (call.ends_with(qualifier)) call.remove_suffix(qualifier.size());
  if (call.size() <= kLongestFrame && call.ends_with(')'))
    for (std::size_t open = call.rfind('('); open != std::string_view::npos && open > 0;
         open = call.rfind('(', open - 1)) {
      if (closing(call, open) != call.size() - 1) continue;
      const std::string_view values = call.substr(open + 1, call.size() - open - 2);
      if (!values.contains('=')) break;
      read_arguments(values, frame);
      call = call.substr(0, open);
      break;
    }
  frame.function = call;
}

std::optional<Numbered> read_lldb_frame(std::string_view line) {
  constexpr std::string_view kFrame = "frame #";
  line = trimmed(line);
  if (line.starts_with("* ")) line = trimmed(line.substr(2));
  if (!line.starts_with(kFrame)) return std::nullopt;
  line.remove_prefix(kFrame.size());
  Numbered result;
  const auto digits = std::from_chars(line.data(), line.data() + line.size(), result.number);
  line.remove_prefix(static_cast<std::size_t>(digits.ptr - line.data()));
  if (digits.ec != std::errc() || !line.starts_with(": ")) return std::nullopt;
  const auto tick = line.find('`');
  if (tick == std::string_view::npos) {  // "0x0000000000000000": what was called is no function
    if (!line.starts_with(": 0x")) return std::nullopt;
    return result;
  }
  const std::string_view before = line.substr(0, tick);
  result.frame.number = static_cast<std::uint32_t>(result.number);
  result.frame.address = leading_number(before.substr(2));
  result.frame.module = before.substr(before.rfind(' ') + 1);
  line.remove_prefix(tick + 1);
  for (const std::string_view mark : {" [artificial]", " [inlined]", " [opt]"})
    if (line.ends_with(mark)) {
      line.remove_suffix(mark.size());
      result.frame.is_optimised = true;
    }
  // A function among the values has a place, too: "start(main=(app`main at app.cpp:15:33), argc=2)".
  if (const auto at = line.rfind(" at "); at != std::string_view::npos && !line.substr(at).contains(')')) {
    set_place(result.frame, trimmed(line.substr(at + 4)));
    line = line.substr(0, at);
  }
  // "main [inlined] a::f(int)": the function, in front of it where the compiler put its code.
  constexpr std::string_view kInlined = " [inlined] ";
  if (const auto inlined = line.rfind(kInlined); inlined != std::string_view::npos) {
    line.remove_prefix(inlined + kInlined.size());
    result.frame.is_optimised = true;
  }
  result.frame.is_optimised = result.frame.is_optimised || line.contains("=<unavailable>");
  read_call(line, result.frame);
  return result;
}

/// What "stop reason = " tells: the signal (0: none of a crash) and the address that could not be accessed.
struct Stop {
  unsigned thread = 0;
  int signal = 0;
  std::optional<std::uint64_t> address;
};

Stop read_stop(std::string_view reason) {
  constexpr std::pair<std::string_view, int> kExceptions[] = {
      {"EXC_BAD_ACCESS", SIGSEGV}, {"EXC_ARITHMETIC", SIGFPE}, {"EXC_BAD_INSTRUCTION", SIGILL},
      {"EXC_BREAKPOINT", SIGTRAP}, {"EXC_CRASH", SIGABRT},     {"hit program assert", SIGABRT}};
  Stop stop;
  stop.signal = named_signal(reason);
  for (const auto& [name, signal] : kExceptions)
    if (reason.contains(name)) stop.signal = signal;
  // "address=0x0", "address not mapped to object (fault address: 0x0)"
  const auto at = reason.rfind("address");
  const auto digits = at == std::string_view::npos ? at : reason.find("0x", at);
  std::uint64_t address = 0;
  if (digits != std::string_view::npos && digits < at + 10 &&
      std::from_chars(reason.data() + digits + 2, reason.data() + reason.size(), address, 16).ec == std::errc())
    stop.address = address;
  return stop;
}

std::optional<Stop> read_thread(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with("* ")) line = trimmed(line.substr(2));
  if (!line.starts_with("thread #")) return std::nullopt;
  const auto reason = line.find("stop reason = ");
  Stop stop = reason == std::string_view::npos ? Stop{} : read_stop(line.substr(reason));
  std::from_chars(line.data() + std::string_view("thread #").size(), line.data() + line.size(), stop.thread);
  return stop;
}

void finish(Finding& finding, const Stop& stop, std::size_t depth) {
  CrashReport& report = finding.report;
  report.signal = stop.signal;
  if (drop_signal_handler(report) && report.signal == SIGABRT) report.signal = 0;  // its handler called abort()
  assign_owners(report.frames);
  deduce_kind(report, depth);
  if (is_access(report.kind) && stop.address) report.kind = kind_of_access(*stop.address);
}

}  // namespace

std::vector<Finding> read_lldb(const std::vector<std::string>& lines, unsigned thread_asked) {
  std::vector<Finding> findings;
  Stop stop;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const auto thread = read_thread(lines[i])) stop = *thread;
    const auto first = read_lldb_frame(lines[i]);
    if (!first) continue;
    Finding finding;
    finding.line = i;
    finding.report.dialect = Dialect::kLldb;
    finding.report.frames_cut = first->number;
    std::size_t depth = 0;
    for (; i < lines.size(); ++i) {  // nothing stands between the frames of a trace
      auto next = read_lldb_frame(lines[i]);
      if (!next || next->number < depth) break;
      depth = next->number + 1;
      finding.report.frames.push_back(std::move(next->frame));
    }
    --i;  // the line behind the trace may begin another one
    finding.thread = stop.thread;
    finish(finding, std::exchange(stop, {}), depth);
    findings.push_back(std::move(finding));
  }
  if (thread_asked != 0) return findings;
  const auto stopped = [](const Finding& each) { return each.report.kind != CrashKind::kUnknown; };
  if (std::ranges::any_of(findings, stopped))
    std::erase_if(findings, [&](const Finding& each) { return !stopped(each); });
  return findings;
}

}  // namespace reenact::dialects
