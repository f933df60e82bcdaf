#include "api/headers/entry_headers.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "api/headers/public_headers.h"
#include "base/files.h"
#include "base/text.h"
#include "build/header_search.h"
#include "crash/match.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// "int f(" and "Image* f(", but neither "return f(" nor "x.f(" nor "g(f(".
bool is_behind_type(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  if (text.empty() || text.ends_with("->") || text.ends_with("return")) return false;
  return is_of_word(text.back()) || text.back() == '*' || text.back() == '&' || text.back() == '>';
}

bool declares(std::string_view text, std::string_view plain) {
  const std::string_view name = unqualified(plain);
  const std::string_view scope =
      name.size() == plain.size() ? "" : unqualified(plain.substr(0, plain.size() - name.size() - 2));
  if (!scope.empty() && find_word(text, scope) == std::string_view::npos) return false;
  const bool is_structor = name == scope || name.starts_with('~');
  for (std::size_t at = find_word(text, name); at != std::string_view::npos; at = find_word(text, name, at + 1)) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", at + name.size());
    if (next != std::string_view::npos && text[next] == '(' && (is_structor || is_behind_type(text.substr(0, at))))
      return true;
  }
  return false;
}

}  // namespace

std::vector<fs::path> reported_headers(const std::vector<BuiltUnit>& units, const std::vector<std::string>& files,
                                       const std::vector<std::string>& functions) {
  std::vector<CompileCommand> commands;
  for (const BuiltUnit& unit : units) commands.push_back(unit.command);
  std::set<std::string> names;
  for (const std::string& file : files)
    if (is_header(file)) names.insert(file);
  std::vector<std::string> undeclared;
  for (const std::string& function : functions)
    if (std::string plain = plain_name(function); !plain.empty() && plain != "main")
      undeclared.push_back(std::move(plain));
  for (const fs::path& header : project_headers(units)) {
    names.erase(header.filename().string());
    const std::string text = read_file(header).value_or("");
    std::erase_if(undeclared, [&](const std::string& plain) { return declares(text, plain); });
  }
  if (names.empty() && undeclared.empty()) return {};
  const std::vector<fs::path> headers = headers_in(include_folders(commands));
  const auto is_the_only_one = [&](const fs::path& header) {
    const fs::path name = header.filename();
    return names.contains(name.string()) &&
           std::ranges::count_if(headers, [&](const fs::path& each) { return each.filename() == name; }) == 1;
  };
  std::vector<fs::path> result;
  for (const fs::path& header : headers) {
    const std::string text = undeclared.empty() ? "" : read_file(header).value_or("");
    if (is_the_only_one(header) ||
        std::ranges::any_of(undeclared, [&](const std::string& plain) { return declares(text, plain); }))
      result.push_back(header);
  }
  return result;
}

std::vector<fs::path> headers_of_entry(const std::vector<BuiltUnit>& units, const std::vector<std::string>& functions) {
  struct Text {
    fs::path header;
    std::string text;
  };
  std::vector<Text> texts;
  for (const fs::path& header : project_headers(units)) texts.push_back({header, read_file(header).value_or("")});
  const std::vector<fs::path> known = public_headers(units);
  // The last one was called by nobody the report knows.
  for (std::size_t i = functions.empty() ? 0 : functions.size() - 1; i-- > 0;) {
    const std::string plain = plain_name(functions[i]);
    if (plain.empty()) continue;
    std::vector<fs::path> result;
    for (const Text& each : texts)
      if (declares(each.text, plain)) result.push_back(each.header);
    if (result.empty()) continue;
    const bool is_public = std::ranges::any_of(
        result, [&](const fs::path& header) { return std::ranges::find(known, header) != known.end(); });
    return is_public ? std::vector<fs::path>() : result;
  }
  return {};
}

}  // namespace reenact
