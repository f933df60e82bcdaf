// Calls and values as debuggers show them: `(this=0x0, name="a \"b\"", n=2)`.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <csignal>

#include "crash/dialects.h"

namespace reenact {

std::string_view without_entry(std::string_view value) {
  constexpr std::string_view kEntry = "@entry=";
  const auto entry = value.find(kEntry);
  return entry == std::string_view::npos ? value : value.substr(entry + kEntry.size());
}

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

std::string_view signal_name(std::string_view line) {
  for (auto at = line.find("SIG"); at != std::string_view::npos; at = line.find("SIG", at + 1)) {
    std::size_t end = at + 3;
    while (end < line.size() && (std::isupper(static_cast<unsigned char>(line[end])) != 0 ||
                                 std::isdigit(static_cast<unsigned char>(line[end])) != 0))
      ++end;
    if (end > at + 4) return line.substr(at, end - at);
  }
  return {};
}

int named_signal(std::string_view line) {
  constexpr std::pair<std::string_view, int> kSignals[] = {{"SIGSEGV", SIGSEGV}, {"SIGABRT", SIGABRT},
                                                           {"SIGFPE", SIGFPE},   {"SIGBUS", SIGBUS},
                                                           {"SIGILL", SIGILL},   {"SIGTRAP", SIGTRAP}};
  for (const auto& [name, number] : kSignals)
    if (line.contains(name)) return number;
  return 0;
}

}  // namespace reenact::dialects
