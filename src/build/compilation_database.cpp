#include "build/compilation_database.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ranges>
#include <set>
#include <sstream>
#include <utility>

namespace reenact {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kHowToGet =
    "  next step: configure with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON (CMake), build under `bear --` (Make); Meson "
    "writes it by itself";

struct Position {
  std::size_t line = 1, column = 1;
};

Position position_of(std::string_view text, std::size_t byte) {
  Position result;
  for (std::size_t i = 0; i < byte && i < text.size(); ++i) {
    if (text[i] == '\n') {
      ++result.line;
      result.column = 1;
    } else {
      ++result.column;
    }
  }
  return result;
}

struct Words {
  std::vector<std::string> words;
  char unclosed = 0;  // the quote that has no end
};

/// Splits as a POSIX shell does: blanks, '...' literally, "..." and \ as usual.
Words split_command(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    // In "..." a backslash is one, but in front of these.
    const bool escapes =
        quote == 0 || (quote == '"' && i + 1 < command.size() && std::string_view("$`\"\\\n").contains(command[i + 1]));
    if (c == '\\' && escapes && i + 1 < command.size()) {
      word += command[++i];
      in_word = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(word);
  return {std::move(words), quote};
}

/// Response files: "@flags.rsp" stands for the words in it; compilers, too, close the last quote at its end.
std::vector<std::string> expand(const std::vector<std::string>& words, const fs::path& directory) {
  std::vector<std::string> result;
  for (const std::string& word : words) {
    std::ifstream file;
    std::error_code ignored;
    // Regular files only: "@/dev/zero" never ends, a pipe waits for its writer.
    if (word.size() > 1 && word[0] == '@' && fs::is_regular_file(directory / word.substr(1), ignored))
      file.open(directory / word.substr(1));
    if (!file.is_open()) {
      result.push_back(word);
      continue;
    }
    std::stringstream text;
    text << file.rdbuf();
    for (std::string& each : split_command(text.str()).words) result.push_back(std::move(each));
  }
  return result;
}

/// How many words `env` or `nice` at `first` takes for itself: "env -u CFLAGS LANG=C", "nice -n 5".
std::size_t own_words(const std::vector<std::string>& words, std::size_t first) {
  std::size_t behind = first + 1;
  while (behind + 1 < words.size() && (words[behind].contains('=') || words[behind].starts_with('-')))
    behind += words[behind] == "-u" || words[behind] == "-C" || words[behind] == "-n" ? 2 : 1;
  return behind - first;
}

/// "ccache distcc g++ -c", "env LANG=C g++ -c": the compiler's own words.
std::vector<std::string> without_wrappers(std::vector<std::string> words) {
  static const std::set<std::string> wrappers = {"ccache", "distcc", "icecc", "sccache", "time"};
  std::size_t first = 0;
  while (first + 1 < words.size()) {
    const std::string name = fs::path(words[first]).filename().string();
    if (name == "env" || name == "nice") {
      first = std::min(first + own_words(words, first), words.size() - 1);
    } else if (wrappers.contains(name) && !words[first + 1].starts_with('-')) {
      ++first;
    } else {
      break;
    }
  }
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(first));
  return words;
}

bool is_c_file(const fs::path& file, const std::vector<std::string>& arguments) {
  for (std::size_t i = 1; i + 1 < arguments.size(); ++i)
    if (arguments[i] == "-x") return arguments[i + 1] == "c";
  // g++ and clang++ take even .c files as C++.
  for (std::size_t i = 0; i < arguments.size() && i < 2; ++i)
    if (!arguments[i].starts_with('-') && fs::path(arguments[i]).filename().string().contains("++")) return false;
  return file.extension() == ".c";
}

Expected<CompileCommand> read_entry(const json& entry, std::size_t number, const fs::path& where) {
  const auto text_of = [&](const char* key) -> std::string {
    const auto it = entry.find(key);
    return it != entry.end() && it->is_string() ? it->get<std::string>() : std::string();
  };
  if (!entry.is_object()) return usage_error(fmt::format("{}: entry {} is not an object", where.string(), number));
  if (text_of("file").empty()) return usage_error(fmt::format("{}: entry {} has no \"file\"", where.string(), number));
  CompileCommand command;
  // Where it is relative: to the database.
  command.directory = (where.parent_path() / text_of("directory")).lexically_normal();
  command.file = (command.directory / text_of("file")).lexically_normal();
  if (const auto it = entry.find("arguments"); it != entry.end() && it->is_array()) {
    for (const json& argument : *it)
      if (argument.is_string()) command.arguments.push_back(argument.get<std::string>());
  } else {
    Words split = split_command(text_of("command"));
    if (split.unclosed != 0)
      return usage_error(fmt::format("{}: entry {} ({}): its \"command\" has a {} that is not closed", where.string(),
                                     number, command.file.string(), split.unclosed));
    command.arguments = std::move(split.words);
  }
  if (command.arguments.empty())
    return usage_error(fmt::format("{}: entry {} ({}) has neither \"command\" nor \"arguments\"", where.string(),
                                   number, command.file.string()));
  command.arguments = without_wrappers(expand(command.arguments, command.directory));
  if (!text_of("output").empty()) command.output = (command.directory / text_of("output")).lexically_normal();
  command.is_c = is_c_file(command.file, command.arguments);
  return command;
}

/// Does a macro of that name say what kind of library the object is for? CMake's "foo_EXPORTS", libtool's "PIC" and "DLL_EXPORT" do,
/// and a project's own "FOO_SHARED".
bool is_of_a_kind_of_library(std::string_view name) {
  static constexpr std::array<std::string_view, 9> kWords{"EXPORTS", "EXPORT", "IMPORT",    "PIC", "SHARED",
                                                          "STATIC",  "DLL",    "STATICLIB", "DSO"};
  return std::ranges::any_of(std::views::split(name, '_'), [](auto word) {
    return std::ranges::find(kWords, std::string_view(word)) != kWords.end();
  });
}

/// What makes other code of the same source: `-DENCRYPT_ONLY`.
std::set<std::string> macros_of(const CompileCommand& command) {
  std::set<std::string> result;
  for (std::size_t i = 0; i < command.arguments.size(); ++i) {
    std::string argument = command.arguments[i];
    if (!argument.starts_with("-D") && !argument.starts_with("-U")) continue;
    if (argument.size() == 2 && i + 1 < command.arguments.size()) argument += command.arguments[++i];
    const std::string name = argument.substr(2, argument.find('=') - 2);
    if (!is_of_a_kind_of_library(name)) result.insert(argument);
  }
  return result;
}

/// No command that compiles a source: what clang runs itself (where bear watches a build, it may note that beside the command that a person
/// gave), or CMake's for a precompiled header, whose text each unit includes.
bool makes_no_unit(const CompileCommand& command) {
  const std::vector<std::string>& words = command.arguments;
  if (words.size() > 1 && words[1] == "-cc1") return true;
  return std::ranges::any_of(
      words, [](const std::string& word) { return word == "-emit-pch" || word == "c++-header" || word == "c-header"; });
}

}  // namespace

Expected<std::vector<CompileCommand>> parse_compilation_database(std::string_view text, const fs::path& where) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return usage_error(fmt::format("{} is empty\n{}", where.string(), kHowToGet));
  json parsed;
  try {
    parsed = json::parse(text);
  } catch (const json::parse_error& error) {
    const Position at = position_of(text, error.byte == 0 ? 0 : error.byte - 1);
    return usage_error(fmt::format("{}:{}:{}: not valid JSON\n{}", where.string(), at.line, at.column, kHowToGet));
  } catch (const json::out_of_range&) {
    // Valid JSON, but a number too large for a double: no tool writes that here, and its place is not told.
    return usage_error(fmt::format("{}: not valid JSON: a number is too large\n{}", where.string(), kHowToGet));
  }
  if (!parsed.is_array())
    return usage_error(fmt::format("{}: not a compilation database: a JSON array of entries is expected\n{}",
                                   where.string(), kHowToGet));
  if (parsed.empty()) return usage_error(fmt::format("{} has no entries\n{}", where.string(), kHowToGet));
  std::vector<CompileCommand> commands;
  std::set<std::pair<fs::path, std::set<std::string>>> seen;
  for (std::size_t i = 0; i < parsed.size(); ++i) {
    Expected<CompileCommand> command = read_entry(parsed[i], i + 1, where);
    if (!command) return std::unexpected(command.error());
    if (makes_no_unit(*command)) continue;
    if (seen.emplace(command->file, macros_of(*command)).second) commands.push_back(std::move(*command));
  }
  if (commands.empty())
    return usage_error(
        fmt::format("{}: no entry compiles a source file: each is a step of a compilation (`clang -cc1`) or makes a "
                    "precompiled header\n{}",
                    where.string(), kHowToGet));
  return commands;
}

namespace {

/// Who gives the project's folder may mean the build folder in it.
std::string next_step(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (fs::exists(entry.path() / "compile_commands.json", ignored))
      return fmt::format("  next step: there is one in {}", entry.path().string());
  return std::string(kHowToGet);
}

}  // namespace

Expected<std::vector<CompileCommand>> read_compilation_database(const fs::path& build_dir) {
  std::error_code ignored;
  const fs::path where =
      fs::absolute(build_dir.extension() == ".json" ? build_dir : build_dir / "compile_commands.json")
          .lexically_normal();
  std::ifstream file(where, std::ios::binary);
  if (!file || fs::is_directory(where, ignored))
    return usage_error(
        fmt::format("{}: no compilation database there\n{}", where.string(), next_step(where.parent_path())));
  std::stringstream text;
  text << file.rdbuf();
  return parse_compilation_database(text.str(), where);
}

}  // namespace reenact
