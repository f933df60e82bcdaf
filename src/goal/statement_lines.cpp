#include "goal/statement_lines.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "goal/argument_place.h"

namespace reenact {
namespace {

constexpr std::uint32_t kLongest = 40;  // lines of a statement

/// How far behind the opening quotation mark the literal goes on.
std::size_t length_of_literal(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && text[end] != text.front() && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  return std::min(end, text.size());
}

std::size_t length_of_comment(std::string_view text) {
  const bool is_line = text.starts_with("//");
  const std::size_t end = text.find(is_line ? "\n" : "*/");
  if (end == std::string_view::npos) return text.size();
  return is_line ? end : end + 2;
}

/// A text with blanks instead of comments and of what stands in quotation marks.
std::string only_code(std::string text) {
  const auto blank = [&](std::size_t from, std::size_t count) {
    for (std::size_t i = from; i < std::min(from + count, text.size()); ++i)
      if (text[i] != '\n') text[i] = ' ';
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = std::string_view(text).substr(i);
    if (rest.starts_with("//") || rest.starts_with("/*")) {
      blank(i, length_of_comment(rest));
    } else if (const bool is_separator = i > 0 && std::isdigit(static_cast<unsigned char>(text[i - 1])) != 0;
               rest.front() == '"' || (rest.front() == '\'' && !is_separator)) {
      const std::size_t length = length_of_literal(rest);
      blank(i + 1, length - 1);
      i += length;
    }
  }
  return text;
}

/// Does a statement go on behind the line? `depth`: brackets that it opened before.
struct LineEnd {
  bool has_begun = false;  // something stands behind the last end of a statement
  bool has_ended = false;  // a statement ended in it
};

LineEnd end_of(std::string_view line, int& depth) {
  LineEnd result;
  for (const char c : line) {
    const bool opens = c == '(' || c == '[' || (c == '{' && depth > 0);
    const bool closes = c == ')' || c == ']' || (c == '}' && depth > 0);
    depth += opens ? 1 : closes ? -1 : 0;
    const bool ends = !opens && !closes && (c == '{' || c == '}' || (c == ';' && depth <= 0));  // `for (;;)` goes on
    result.has_ended = result.has_ended || ends;
    result.has_begun = !ends && (result.has_begun || std::isspace(static_cast<unsigned char>(c)) == 0);
  }
  return result;
}

}  // namespace

const std::vector<std::string>& StatementLines::lines_of(const std::string& file) {
  const auto [at, is_new] = files_.try_emplace(file);
  if (is_new) {
    std::istringstream text(only_code(read_file(file).value_or("")));
    for (std::string line; std::getline(text, line);) at->second.push_back(std::move(line));
  }
  return at->second;
}

bool StatementLines::are_one_statement(const std::string& file, Line a, Line b) {
  const auto [first, last] = std::minmax(a.value, b.value);
  const std::vector<std::string>& lines = lines_of(file);
  if (first == 0 || last > lines.size() || last - first > kLongest) return false;
  int depth = 0;
  for (std::uint32_t line = first; line < last; ++line) {
    const LineEnd end = end_of(lines[line - 1], depth);
    if (line == first ? !end.has_begun : end.has_ended) return false;
  }
  return true;
}

Line StatementLines::beginning_of(const std::string& file, Line line) {
  Line result = line;
  for (std::uint32_t before = line.value - 1; before > 0 && are_one_statement(file, Line(before), line); --before)
    result = Line(before);
  return result;
}

struct StatementLines::Statement {
  std::string code;
  std::vector<std::size_t> begins;  // where its lines begin
  Line first;

  [[nodiscard]] std::size_t at(SourcePlace place) const {
    const std::size_t line = place.line.value - first.value;
    return place.line < first || line >= begins.size() || place.column == 0 ? std::string::npos
                                                                            : begins[line] + place.column - 1;
  }
  [[nodiscard]] Line line_at(std::size_t i) const {
    const auto behind = std::ranges::upper_bound(begins, i);
    return Line(first.value + static_cast<std::uint32_t>(behind - begins.begin()) - 1);
  }
};

StatementLines::Statement StatementLines::statement_of(const std::string& file, Line line) {
  Statement result;
  const std::vector<std::string>& lines = lines_of(file);
  if (line.value == 0 || line.value > lines.size()) return result;
  result.first = beginning_of(file, line);
  int depth = 0;
  for (std::uint32_t i = result.first.value; i <= lines.size() && i <= line.value + kLongest; ++i) {
    result.begins.push_back(result.code.size());
    result.code += lines[i - 1] + "\n";
    if (end_of(lines[i - 1], depth).has_ended && i >= line.value) break;
  }
  return result;
}

std::vector<Line> StatementLines::receivers(const Statement& statement, std::size_t at, bool is_call,
                                            std::span<const SourcePlace> calls, bool with_conditional) {
  const auto is_called = [&](std::size_t i) {
    return std::ranges::any_of(calls, [&](const SourcePlace& each) { return statement.at(each) == i; });
  };
  std::vector<Line> result;
  const ArgumentPlace place(statement.code, is_called);
  for (const std::size_t receiver : place.receivers(at, is_call ? Operand::kCall : Operand::kValue)) {
    const Line line = statement.line_at(receiver);
    const bool is_conditional = statement.code[receiver] == '?';
    if (is_conditional ? with_conditional : std::ranges::find(calls, line, &SourcePlace::line) != calls.end())
      result.push_back(line);
  }
  return result;
}

std::vector<Line> StatementLines::receivers_of_call(const std::string& file, SourcePlace place,
                                                    std::span<const SourcePlace> calls) {
  const Statement statement = statement_of(file, place.line);
  const std::size_t at = statement.at(place);
  return at >= statement.code.size() ? std::vector<Line>() : receivers(statement, at, true, calls);
}

std::vector<Line> StatementLines::receivers_of_values(const std::string& file, Line line,
                                                      std::span<const SourcePlace> calls) {
  const Statement statement = statement_of(file, line);
  std::vector<Line> result;
  const bool is_c = file.ends_with(".c");
  bool begins = true;  // a value
  for (std::size_t i = statement.at({line, 1}); i < statement.code.size() && statement.code[i] != '\n'; ++i) {
    const char c = statement.code[i];
    if (begins && std::isspace(static_cast<unsigned char>(c)) == 0)
      for (const Line each : receivers(statement, i, false, calls, !is_c))
        if (std::ranges::find(result, each) == result.end()) result.push_back(each);
    begins = std::string_view("(,?:").contains(c) || (begins && std::isspace(static_cast<unsigned char>(c)) != 0);
  }
  return result;
}

}  // namespace reenact
