// Headers where a project's units look for them, included or not.
#pragma once

#include <filesystem>
#include <set>
#include <vector>

#include "build/compilation_database.h"

namespace reenact {

[[nodiscard]] bool is_header(const std::filesystem::path& file);

/// The folders that the commands name with -I, but the system's.
[[nodiscard]] std::set<std::filesystem::path> include_folders(const std::vector<CompileCommand>& commands);

/// The headers in these folders and those inside of them, each once. None where there are more than 20,000 files and folders (a whole
/// project's): to look at all would take long.
[[nodiscard]] std::vector<std::filesystem::path> headers_in(const std::set<std::filesystem::path>& folders);

}  // namespace reenact
