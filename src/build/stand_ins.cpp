#include "build/stand_ins.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/files.h"
#include "base/text.h"
#include "build/cache.h"
#include "build/cache_entry.h"
#include "build/flags.h"
#include "build/header_search.h"
#include "build/project_folder.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// `text`, compiled as `like` is.
std::optional<CompileCommand> unit_of(const std::string& text, const CompileCommand& like,
                                      const SubjectOptions& options) {
  const fs::path folder = options.cache_dir / kUnitsFolder / hex(hash_of(text));
  const CacheEntry entry(options.cache_dir, folder, {"headers", options.build_dir}, options.interrupted);
  CompileCommand command = like;
  command.file = folder / (command.is_c ? "headers.c" : "headers.cpp");
  command.is_stand_in = true;
  const bool is_written =
      make_folder(folder) && (read_file(command.file).value_or("") == text || write_file(command.file, text));
  return is_written ? std::optional(std::move(command)) : std::nullopt;
}

/// "#include <catch2/catch.hpp>": it may bring a main of its own, and takes longer than the library.
bool includes_test_framework(const std::string& directive) {
  if (!directive.contains("include")) return false;
  const std::string lowered = lower(directive);
  return std::ranges::any_of(std::initializer_list<const char*>{"catch.hpp", "catch2/", "doctest", "gtest/", "gmock/",
                                                                "boost/test/", "cppunit/"},
                             [&](const char* each) { return lowered.contains(each); });
}

/// "ring.h" of `#include "ring.h"`; empty: it is no such directive.
std::string included_in_quotes(const std::string& directive) {
  const auto open = directive.find('"'), close = directive.find('"', open + 1);
  const bool is_one = directive.contains("include") && open != std::string::npos && close != std::string::npos;
  return is_one ? directive.substr(open + 1, close - open - 1) : "";
}

/// The folder of tests or examples around `file`, a few folders up at most; empty: it is in none.
fs::path folder_of_examples(const fs::path& file) {
  constexpr int kHighest = 3;
  fs::path folder = file.parent_path();
  for (int up = 0; up < kHighest; ++up, folder = folder.parent_path())
    if (holds_examples(folder)) return folder;
  return {};
}

}  // namespace

bool is_reported(const fs::path& file, const SubjectOptions& options) {
  return std::ranges::find(options.files_in_report, file.filename().string()) != options.files_in_report.end();
}

std::string directives_of(const std::string& program, const std::function<bool(const std::string&)>& is_left_out) {
  std::istringstream lines(program);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const auto begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos || line[begin] != '#') continue;
    std::string directive = line;
    while (directive.ends_with('\\') && std::getline(lines, line)) directive += "\n" + line;
    const std::string name = included_in_quotes(directive);
    const bool is_own = !name.empty() && is_left_out && is_left_out(name);
    if (!is_own && !includes_test_framework(directive)) result += directive + "\n";
  }
  return result;
}

std::vector<CompileCommand> units_of_directives(const CompileCommand& program, const SubjectOptions& options) {
  const auto source = read_file(program.file);
  if (!source || is_reported(program.file, options)) return {};
  const fs::path folder = program.file.parent_path(), examples = folder_of_examples(program.file);
  const auto is_of_examples = [&](const std::string& name) {
    const fs::path file = (folder / name).lexically_normal();
    return !examples.empty() && is_there(file) && file.string().starts_with(examples.string() + "/");
  };
  CompileCommand like = program;
  like.arguments.insert(like.arguments.end(), {"-iquote", folder.string()});
  const std::string whole = directives_of(*source), library = directives_of(*source, is_of_examples);
  std::vector<CompileCommand> result;
  for (const std::string& text : library == whole ? std::vector{whole} : std::vector{library, whole})
    if (auto unit = unit_of(text, like, options)) result.push_back(std::move(*unit));
  return result;
}

std::vector<CompileCommand> units_of_headers(const std::vector<CompileCommand>& commands,
                                             const SubjectOptions& options) {
  std::string includes;
  for (const fs::path& header : headers_in(include_folders(commands)))
    if (is_reported(header, options)) includes += fmt::format("#include \"{}\"\n", header.string());
  std::vector<CompileCommand> result;
  if (includes.empty()) return result;
  CompileCommand like = commands.front();
  like.arguments.insert(like.arguments.end(), {"-iquote", like.file.parent_path().string()});
  for (const std::string& before : {std::string(), directives_of(read_file(like.file).value_or(""))})
    if (auto unit = unit_of(before + includes, like, options)) result.push_back(std::move(*unit));
  return result;
}

}  // namespace reenact
