// Where a project is, and which of its folders hold its tests and examples.
#pragma once

#include <filesystem>
#include <vector>

#include "build/compilation_database.h"

namespace reenact {

/// The folder that holds all files of `commands`, or, where that has neither a version control's folder nor a README or a licence, one of the
/// two above that has. Empty: they have no folder in common but the root or one that holds
/// several projects (/usr, a home).
[[nodiscard]] std::filesystem::path project_folder(const std::vector<CompileCommand>& commands);

/// As its name tells: "tests", "samples", "corpus" (Google's fuzzers). The folder around it is not looked at.
[[nodiscard]] bool holds_examples(const std::filesystem::path& folder);

}  // namespace reenact
