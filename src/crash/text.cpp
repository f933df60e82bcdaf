#include <charconv>

#include "crash/dialects.h"

namespace reenact::dialects {

namespace {

std::string without_colours(std::string_view line) {
  std::string result;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b' && i + 1 < line.size() && line[i + 1] == '[') {
      i += 2;
      while (i < line.size() && (line[i] == ';' || (line[i] >= '0' && line[i] <= '9'))) ++i;
      continue;
    }
    if (line[i] != '\r') result += line[i];
  }
  return result;
}

}  // namespace

std::uint64_t leading_number(std::string_view text) {
  const bool is_hexadecimal = text.starts_with("0x");
  if (is_hexadecimal) text.remove_prefix(2);
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number, is_hexadecimal ? 16 : 10);
  return number;
}

std::vector<std::string> clean_lines(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start <= text.size();) {
    std::size_t end = text.find('\n', start);
    if (end == std::string_view::npos) end = text.size();
    std::string line = without_colours(text.substr(start, end - start));
    start = end + 1;
    // "> quoted", also nested; a fence line says nothing.
    std::size_t quotes = 0;
    while (quotes + 1 < line.size() && line[quotes] == '>' && (line[quotes + 1] == ' ' || line[quotes + 1] == '>'))
      quotes += line[quotes + 1] == ' ' ? 2 : 1;
    line.erase(0, quotes);
    if (line.find_first_not_of(" \t`~") == std::string::npos || line.starts_with("```")) line.clear();
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace reenact::dialects
