// A copy of the user's project with a patch applied: the project itself is never written to.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace reenact {

/// The files that a patch (unified diff) changes, as it names them: "b/src/parse.c". Those it creates are not among them.
[[nodiscard]] std::vector<std::string> files_of_patch(std::string_view patch);

/// Copies the project below which `patch` fits, and the folder `build_dir` with its compilation database, into `into` (ours,
/// empty), applies the patch there, and has the copied database name the copies, and the sources that the patch adds. Returns the copy of `build_dir`. Errors (kUsage): the
/// patch cannot be read or changes no file, its files are not there, it does not apply (in the words of patch(1)).
[[nodiscard]] Expected<std::filesystem::path> patched_copy(const std::filesystem::path& build_dir,
                                                           const std::filesystem::path& patch,
                                                           const std::filesystem::path& into);

}  // namespace reenact
