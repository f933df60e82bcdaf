// gdb's `bt`, failed assertions, and what std::terminate says.
#include <algorithm>
#include <charconv>
#include <csignal>
#include <map>

#include "crash/dialects.h"

namespace reenact {

std::string shown_text(std::string_view value, std::size_t& at) {
  std::string text;
  for (++at; at < value.size() && value[at] != '"'; ++at) {
    if (value[at] != '\\' || at + 1 == value.size()) {
      text += value[at];
      continue;
    }
    const char escaped = value[++at];
    if (escaped >= '0' && escaped <= '7') {
      unsigned code = 0;
      const auto end =
          std::from_chars(&value[at], &value[at] + std::min<std::size_t>(3, value.size() - at), code, 8).ptr;
      at = static_cast<std::size_t>(end - value.data()) - 1;
      text += static_cast<char>(code);
    } else {
      text += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped == 'r' ? '\r' : escaped;
    }
  }
  ++at;
  return text;
}

}  // namespace reenact

namespace reenact::dialects {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto start = text.find_first_not_of(" \t");
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(" \t") - start + 1);
}

/// The bracket that closes the one at `open`; quoted texts are passed over. npos if there is none.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (quoted) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == '"')
        quoted = false;
    } else if (text[i] == '"') {
      quoted = true;
    } else if (text[i] == '(') {
      ++depth;
    } else if (text[i] == ')' && --depth == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

void read_arguments(std::string_view text, Frame& frame) {
  int depth = 0;
  bool quoted = false;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (quoted && i < text.size()) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
      continue;
    }
    if (c == '"') quoted = true;
    if (c == '(' || c == '{' || c == '<') ++depth;
    if (c == ')' || c == '}' || c == '>') --depth;
    const bool repeats = i + 1 < text.size() && text.substr(i).starts_with(", \"");  // '1' <repeats 40 times>, "/24"
    if (c != ',' || (depth > 0 && i < text.size()) || repeats) continue;
    const std::string_view one = trimmed(text.substr(start, i - start));
    start = i + 1;
    const auto equals = one.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view value = one.substr(equals + 1);
    if (value != "..." && value != "<optimized out>")
      frame.arguments.push_back({std::string(one.substr(0, equals)), std::string(value)});
  }
}

// Longer than any frame gdb prints, and short enough that looking at each bracket, or at each wrapped line again, costs
// nothing to speak of on texts that are no frames at all.
constexpr std::size_t kMostBrackets = 256;
constexpr std::size_t kLongestFrame = 16 * 1024;

/// "#3  0x00 in ns::f<int> (this=0x1, n=2) at file.cpp:12" / "... from /lib/x.so"; the line may hold wrapped ones.
std::optional<Frame> read_frame(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('#')) return std::nullopt;
  std::size_t at = 1;
  while (at < line.size() && line[at] >= '0' && line[at] <= '9') ++at;
  if (at == 1 || at >= line.size() || line[at] != ' ') return std::nullopt;
  line = trimmed(line.substr(at));
  if (line.starts_with("0x")) {
    const auto in = line.find(" in ");
    if (in == std::string_view::npos || in > 20) return std::nullopt;
    line = line.substr(in + 4);
  }
  // The argument list is the last " (" that closes before " at " or " from ": names hold brackets of their own.
  Frame frame;
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
  if (frame.function == "??") frame.function.clear();
  return frame;
}

/// 12 of "#12 f () at a.c:1". REQUIRES: read_frame() reads it.
std::size_t number_of(std::string_view line) {
  line = trimmed(line).substr(1);
  std::size_t number = 0;
  std::from_chars(line.data(), line.data() + line.size(), number);
  return number;
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
    // A printer of gdb's that fails says so in the middle of a frame: "f (s=Python Exception ...: no member.\n, n=2)".
    const bool continues = (line.starts_with("    ") || line.starts_with(", ")) && !result.empty() &&
                           result.back().starts_with('#') && result.back().size() < kLongestFrame &&
                           trimmed(line).find_first_of("#=") != 0;
    const bool complete = continues && read_frame(result.back()) && !trimmed(line).starts_with("at ") &&
                          !trimmed(line).starts_with("from ");
    if (continues && !complete)
      result.back() += " " + std::string(trimmed(line));
    else
      result.push_back(line);
  }
  return result;
}

int signal_of(std::string_view line) {
  static const std::map<std::string_view, int> signals = {{"SIGSEGV", SIGSEGV}, {"SIGABRT", SIGABRT},
                                                          {"SIGFPE", SIGFPE},   {"SIGBUS", SIGBUS},
                                                          {"SIGILL", SIGILL},   {"SIGTRAP", SIGTRAP}};
  if (!line.contains("received signal") && !line.contains("terminated with signal") && !line.contains("hit signal"))
    return 0;
  for (const auto& [name, number] : signals)
    if (line.contains(name)) return number;
  return 0;
}

}  // namespace

std::vector<Finding> read_gdb(const std::vector<std::string>& given) {
  const std::vector<std::string> lines = unwrapped(given);
  std::vector<Finding> findings;
  int signal = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const int seen = signal_of(lines[i]); seen != 0) signal = seen;
    const auto first = read_frame(lines[i]);
    if (!first || !opens_trace(lines[i], *first)) continue;
    Finding finding;
    finding.line = i;
    finding.report.dialect = Dialect::kGdb;
    finding.report.signal = signal;
    finding.report.frames_cut = number_of(lines[i]);
    std::size_t gap = 0, depth = 0;
    for (; i < lines.size() && gap < 8; ++i) {
      if (auto frame = read_frame(lines[i])) {
        const std::size_t number = number_of(lines[i]);
        if (depth > 0 && number <= finding.report.frames_cut) {  // the next trace
          --i;
          break;
        }
        gap = 0;
        if (number < depth) continue;  // shown once more: by `up`, or by the `bt -10` behind a `bt`
        finding.report.frames.push_back(std::move(*frame));
        depth = number + 1;
      } else if (signal_of(lines[i]) != 0) {  // the program went on, up to the next trace
        --i;
        break;
      } else {
        ++gap;  // `bt full` shows locals between frames
      }
    }
    assign_owners(finding.report.frames);
    deduce_kind(finding.report, depth);
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::optional<Finding> read_assertion(const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto at = lines[i].find("Assertion `");
    const auto end = lines[i].rfind("' failed");
    if (at == std::string::npos || end == std::string::npos || end < at) continue;
    // glibc's format, an argument of __assert_fail_base in a trace with arguments.
    if (std::string_view(lines[i]).substr(at + 11, end - at - 11) == "%s") continue;
    Finding finding;
    finding.line = i;
    CrashReport& report = finding.report;
    report.dialect = Dialect::kAssertLine;
    report.kind = CrashKind::kAssertion;
    report.signal = SIGABRT;
    report.message = lines[i].substr(at + 11, end - at - 11);
    // "app: /path/file.c:547: int f(int): "
    std::string_view before = trimmed(std::string_view(lines[i]).substr(0, at));
    std::size_t colon = 0;
    for (std::size_t k = 0; k + 1 < before.size(); ++k)
      if (before[k] == ':' && before[k + 1] >= '0' && before[k + 1] <= '9') {
        colon = k;
        break;
      }
    if (colon != 0) {
      Frame frame;
      const auto file = before.rfind(": ", colon);
      const auto after = before.find(": ", colon);
      set_place(frame, before.substr(file == std::string_view::npos ? 0 : file + 2,
                                     (after == std::string_view::npos ? before.size() : after) -
                                         (file == std::string_view::npos ? 0 : file + 2)));
      if (after != std::string_view::npos) frame.function = std::string(trimmed(before.substr(after + 2)));
      if (frame.function.ends_with(':')) frame.function.pop_back();
      if (const auto with = frame.function.find(" [with "); with != std::string::npos) frame.function.resize(with);
      if (const auto with = frame.function.find(" ["); with != std::string::npos && frame.function.ends_with(']'))
        frame.function.resize(with);
      report.frames.push_back(std::move(frame));
    }
    return finding;
  }
  return std::nullopt;
}

std::optional<Finding> read_terminate(const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto at = lines[i].find("terminate called after throwing an instance of '");
    if (at == std::string::npos) continue;
    Finding finding;
    finding.line = i;
    CrashReport& report = finding.report;
    report.dialect = Dialect::kTerminate;
    report.kind = CrashKind::kCppException;
    report.signal = SIGABRT;
    report.exception_type = lines[i].substr(at + 48);
    if (const auto quote = report.exception_type.rfind('\''); quote != std::string::npos)
      report.exception_type.resize(quote);
    if (i + 1 < lines.size())
      if (const auto what = lines[i + 1].find("what():"); what != std::string::npos)
        report.message = std::string(trimmed(std::string_view(lines[i + 1]).substr(what + 7)));
    return finding;
  }
  return std::nullopt;
}

}  // namespace reenact::dialects
