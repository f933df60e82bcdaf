#include "build/header_search.h"

#include <string>

#include "base/files.h"
#include "build/flags.h"

namespace reenact {

namespace fs = std::filesystem;

bool is_header(const fs::path& file) { return file.extension().string().starts_with(".h"); }

std::set<fs::path> include_folders(const std::vector<CompileCommand>& commands) {
  std::set<fs::path> result;
  for (const CompileCommand& command : commands) {
    const std::vector<std::string> flags = with_absolute_paths(project_flags(command, false), command.directory);
    for (std::size_t i = 0; i < flags.size(); ++i) {
      if (!flags[i].starts_with("-I")) continue;
      const std::string folder = flags[i] == "-I" && i + 1 < flags.size() ? flags[i + 1] : flags[i].substr(2);
      if (!folder.empty() && !is_system_folder(folder)) result.insert(fs::path(folder).lexically_normal());
    }
  }
  return result;
}

std::vector<fs::path> headers_in(const std::set<fs::path>& folders) {
  constexpr std::size_t kMostEntries = 20'000;
  std::set<fs::path> result;
  std::size_t entries = 0;
  for (const fs::path& folder : folders) {
    std::error_code failed;
    for (fs::recursive_directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
      if (++entries > kMostEntries) return {};
      if (is_header(at->path()) && at->is_regular_file(failed)) result.insert(at->path());
    }
  }
  return {result.begin(), result.end()};
}

}  // namespace reenact
