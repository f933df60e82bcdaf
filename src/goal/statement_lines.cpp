#include "goal/statement_lines.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/files.h"

namespace reenact {
namespace {

constexpr std::uint32_t kLongest = 40;  // lines of a statement

/// Reads C and C++ character by character, as far as brackets, comments and quotation marks go.
class Scanner {
 public:
  /// Does a statement end in the line, outside of brackets that were opened since the first one?
  bool ends_in(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string_view rest = line.substr(i);
      if (in_comment_) {
        in_comment_ = !rest.starts_with("*/");
        continue;
      }
      if (rest.starts_with("//")) return false;
      if (rest.starts_with("/*")) {
        in_comment_ = true;
        ++i;
      } else if (rest.front() == '"' || rest.front() == '\'') {
        i += end_of_literal(rest);
      } else if (ends_at(rest.front())) {
        return true;
      }
    }
    return false;
  }

 private:
  /// How far behind the opening quotation mark the closing one is.
  static std::size_t end_of_literal(std::string_view text) {
    std::size_t end = 1;
    while (end < text.size() && text[end] != text.front()) end += text[end] == '\\' ? 2 : 1;
    return std::min(end, text.size());
  }

  bool ends_at(char c) {
    if (c == '(' || c == '[') ++depth_;
    if (c == ')' || c == ']') --depth_;
    return c == '{' || c == '}' || (c == ';' && depth_ <= 0);  // `for (;;)` goes on
  }

  bool in_comment_ = false;
  int depth_ = 0;
};

}  // namespace

const std::vector<std::string>& StatementLines::lines_of(const std::string& file) {
  const auto [at, is_new] = files_.try_emplace(file);
  if (is_new) {
    std::istringstream text(read_file(file).value_or(""));
    for (std::string line; std::getline(text, line);) at->second.push_back(std::move(line));
  }
  return at->second;
}

bool StatementLines::are_one_statement(const std::string& file, Line a, Line b) {
  const auto [first, last] = std::minmax(a.value, b.value);
  const std::vector<std::string>& lines = lines_of(file);
  if (first == 0 || last > lines.size() || last - first > kLongest) return false;
  Scanner scanner;
  for (std::uint32_t line = first; line < last; ++line)
    if (scanner.ends_in(lines[line - 1])) return false;
  return true;
}

}  // namespace reenact
