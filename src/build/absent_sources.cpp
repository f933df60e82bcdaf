#include "build/absent_sources.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "build/consumers.h"
#include "build/project_folder.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& file) {
  static const std::set<std::string> kSuffixes{".c", ".cc", ".cpp", ".cxx", ".c++", ".C"};
  return kSuffixes.contains(file.extension().string());
}

bool mentions(const fs::path& file, const std::set<std::string>& names) {
  const std::string text = read_file(file).value_or("");
  return std::ranges::any_of(names,
                             [&](const std::string& name) { return find_word(text, name) != std::string::npos; });
}

}  // namespace

std::optional<CompileCommand> compiled_as_neighbours(const fs::path& file,
                                                     const std::vector<CompileCommand>& commands) {
  const CompileCommand* like = nullptr;
  for (const CompileCommand& each : commands) {
    const bool is_nearer = like == nullptr || (each.file.parent_path() == file.parent_path() &&
                                               like->file.parent_path() != file.parent_path());
    if (each.file.extension() == file.extension() && is_nearer) like = &each;
  }
  if (like == nullptr || !is_source(file)) return std::nullopt;
  CompileCommand result = *like;
  result.file = file;
  result.output.clear();
  result.stands_for_library = false;
  result.arguments.clear();
  for (std::size_t i = 0; i < like->arguments.size(); ++i) {
    const std::string& word = like->arguments[i];
    if (word == "-o")
      ++i;
    else
      result.arguments.push_back((like->directory / word).lexically_normal() == like->file ? file.string() : word);
  }
  return result;
}

std::vector<CompileCommand> absent_sources(const std::vector<CompileCommand>& commands,
                                           const std::set<std::string>& names) {
  constexpr std::size_t kMost = 20'000;  // files that are looked at
  const fs::path project = project_folder(commands);
  std::vector<CompileCommand> result;
  if (project.empty()) return result;
  std::set<fs::path> known;
  for (const CompileCommand& each : commands) known.insert(each.file);
  std::error_code failed;
  std::size_t seen = 0;
  fs::recursive_directory_iterator at(project, fs::directory_options::skip_permission_denied, failed);
  for (; !failed && at != fs::recursive_directory_iterator() && seen < kMost; at.increment(failed), ++seen) {
    const fs::path file = at->path().lexically_normal();
    if (file.filename().string().starts_with(".")) {
      at.disable_recursion_pending();
      continue;
    }
    if (!is_source(file) || known.contains(file) || !mentions(file, names)) continue;
    auto command = compiled_as_neighbours(file, commands);
    if (command && !is_among_consumers(*command, project)) result.push_back(std::move(*command));
  }
  std::ranges::sort(result, {}, &CompileCommand::file);
  return result;
}

}  // namespace reenact
