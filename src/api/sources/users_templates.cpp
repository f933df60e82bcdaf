#include "api/sources/users_templates.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "api/sources/source_code.h"
#include "base/files.h"
#include "base/text.h"

namespace reenact::api {
namespace {

namespace fs = std::filesystem;

/// Behind the '>' that closes the '<' at `open`; npos: what stands there is no list of types and constants.
std::size_t behind_list(std::string_view code, std::size_t open) {
  constexpr std::size_t longest = 160;
  constexpr std::string_view others = " :,*&()[]<>.-+";
  std::string closing;
  for (std::size_t i = open; i < code.size() && i < open + longest; ++i) {
    const char c = code[i];
    if (c == '<') closing += '>';
    if (c == '(') closing += ')';
    if (c == '[') closing += ']';
    if (c == '>' || c == ')' || c == ']') {
      if (closing.empty() || closing.back() != c) return std::string_view::npos;
      closing.pop_back();
      if (closing.empty()) return i + 1;
    }
    if (!is_of_word(c) && others.find(c) == std::string_view::npos) return std::string_view::npos;
    if (c == '&' && code.substr(i).starts_with("&& ")) return std::string_view::npos;
  }
  return std::string_view::npos;
}

bool is_of_the_language(std::string_view name) {
  return name == "template" || name == "operator" || name.ends_with("_cast") || name.starts_with("std::");
}

/// What stands behind each such word, and blanks: a name.
std::vector<std::string> names_behind(std::string_view word, std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = find_word(text, word); at != std::string_view::npos; at = find_word(text, word, at + 1)) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n", at + word.size());
    if (begin == std::string_view::npos) break;
    std::size_t end = begin;
    while (end < text.size() && (is_of_word(text[end]) || text.substr(end).starts_with("::")))
      end += is_of_word(text[end]) ? 1 : 2;
    if (end > begin) names.emplace_back(text.substr(begin, end - begin));
  }
  return names;
}

/// The classes and aliases that the headers declare, and what else stands behind such a word.
std::set<std::string, std::less<>> classes_in(const std::vector<fs::path>& headers) {
  std::set<std::string, std::less<>> names;
  for (const fs::path& header : headers) {
    const std::string text = read_file(header).value_or("");
    for (const std::string_view word : {"class", "struct", "using"})
      for (std::string& name : names_behind(word, text)) names.insert(std::move(name));
  }
  return names;
}

std::set<std::string> used_namespaces(const std::string& text) {
  const std::vector<std::string> names = names_behind("using namespace", text);
  return {names.begin(), names.end()};
}

}  // namespace

std::vector<std::string> templates_written_in(const std::string& source) {
  const std::string code = code_of(source);
  std::vector<std::string> result;
  for (std::size_t open = code.find('<'); open != std::string::npos; open = code.find('<', open + 1)) {
    const std::string_view name = name_before(code, open);
    const std::size_t end = name.empty() || is_of_the_language(name) ? std::string::npos : behind_list(code, open);
    if (end == std::string::npos) continue;
    result.push_back(std::string(name) + code.substr(open, end - open));
  }
  return result;
}

std::vector<UsersTemplate> users_templates(const std::vector<fs::path>& sources, const std::vector<fs::path>& headers) {
  struct Written {
    std::set<std::string> namespaces;
    std::size_t times = 0;
  };
  if (sources.empty()) return {};
  const auto classes = classes_in(headers);
  std::map<std::string, Written> all;
  for (const fs::path& source : sources) {
    const std::string text = read_file(source).value_or("");
    const std::set<std::string> namespaces = used_namespaces(text);
    for (const std::string& spelled : templates_written_in(text)) {
      if (!classes.contains(unqualified(std::string_view(spelled).substr(0, spelled.find('<'))))) continue;
      Written& written = all[spelled];
      ++written.times;
      written.namespaces.insert(namespaces.begin(), namespaces.end());
    }
  }
  std::vector<std::pair<std::size_t, UsersTemplate>> ranked;
  for (auto& [spelled, written] : all) ranked.push_back({written.times, {spelled, std::move(written.namespaces)}});
  std::ranges::sort(ranked, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second.spelled < b.second.spelled;
  });
  std::vector<UsersTemplate> result;
  for (auto& [times, each] : ranked)
    if (result.size() < kMostUsersTemplates) result.push_back(std::move(each));
  return result;
}

std::string users_namespace(std::size_t number) { return fmt::format("reenact_users_{}", number); }

std::string declarations_of(const std::vector<UsersTemplate>& templates) {
  std::string text;
  for (std::size_t i = 0; i < templates.size(); ++i) {
    text += fmt::format("namespace {} {{\n", users_namespace(i));
    for (const std::string& each : templates[i].namespaces) text += fmt::format("using namespace {};\n", each);
    text += fmt::format("using {} = {};\n}}\n", kUsersAlias, templates[i].spelled);
  }
  return text;
}

}  // namespace reenact::api
