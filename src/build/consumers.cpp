#include "build/consumers.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "build/project_folder.h"
#include "crash/match.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// Behind the word at `at`, and behind blanks: is there a '('?
bool is_called(std::string_view text, std::size_t at) {
  while (at < text.size() && is_of_word(text[at])) ++at;
  while (at < text.size() && text[at] == ' ') ++at;
  return at < text.size() && text[at] == '(';
}

/// "int main (int argc": not "main_loop(", not "x.main(".
bool defines_main(std::string_view text) {
  for (std::size_t at = text.find("main"); at != std::string_view::npos; at = text.find("main", at + 1))
    if (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\n') &&
        (at + 4 == text.size() || !is_of_word(text[at + 4])) && is_called(text, at))
      return true;
  return false;
}

/// A line that begins with what all test frameworks call it: "TEST_F(", "  BOOST_AUTO_TEST_CASE(", "SCENARIO(", "START_TEST(".
bool begins_test(std::string_view text) {
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n", line);
    if (begin == std::string_view::npos) return false;
    std::size_t end = begin;
    while (end < text.size() && (is_of_word(text[end]) && std::islower(static_cast<unsigned char>(text[end])) == 0))
      ++end;
    const std::string_view word = text.substr(begin, end - begin);
    if ((word.contains("TEST") || word == "SCENARIO" || word.starts_with("BENCHMARK")) && is_called(text, begin))
      return true;
    line = std::min(text.find('\n', begin), text.size());
  }
  return false;
}

/// The text of a consumer; nullopt: the command's file is none.
std::optional<std::string> text_of_consumer(const CompileCommand& command, const fs::path& project) {
  if (!is_among_consumers(command, project)) return std::nullopt;
  std::optional<std::string> text = read_file(command.file);
  if (!text || !(defines_main(*text) || begins_test(*text))) return std::nullopt;
  return text;
}

}  // namespace

bool is_among_consumers(const CompileCommand& command, const fs::path& project) {
  return std::ranges::any_of(command.file.lexically_relative(project), [](const fs::path& each) {
    return holds_examples(each) || lower(each.string()).contains("bench");
  });
}

bool is_consumer(const CompileCommand& command, const fs::path& project) {
  return text_of_consumer(command, project).has_value();
}

std::vector<fs::path> consumers_of(const std::vector<CompileCommand>& commands) {
  const fs::path project = project_folder(commands);
  std::vector<fs::path> result;
  for (const CompileCommand& command : commands)
    if (!project.empty() && is_consumer(command, project)) result.push_back(command.file);
  return result;
}

std::vector<bool> consumers_left_out(const std::vector<CompileCommand>& commands,
                                     const std::vector<std::string>& functions, const std::vector<std::string>& files) {
  std::vector<bool> result(commands.size(), false);
  if (commands.size() <= kMostConsumers) return result;
  const fs::path project = project_folder(commands);
  if (project.empty()) return result;
  std::set<std::string> names;
  for (const std::string& each : functions)
    if (const std::string plain = plain_name(each); !plain.empty() && plain != "main")
      names.emplace(unqualified(plain));
  struct Consumer {
    std::size_t index = 0, named = 0, size = 0;
  };
  std::vector<Consumer> all;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (std::ranges::find(files, commands[i].file.filename().string()) != files.end()) continue;
    const auto text = text_of_consumer(commands[i], project);
    if (!text) continue;
    const auto named = std::ranges::count_if(
        names, [&](const std::string& name) { return find_word(*text, name) != std::string::npos; });
    all.push_back({i, static_cast<std::size_t>(named), text->size()});
  }
  if (all.size() <= kMostConsumers) return result;
  std::ranges::sort(all, [](const Consumer& a, const Consumer& b) {
    return a.named != b.named ? a.named > b.named : std::pair(a.size, a.index) < std::pair(b.size, b.index);
  });
  for (std::size_t i = kMostConsumers; i < all.size(); ++i) result[all[i].index] = true;
  return result;
}

}  // namespace reenact
