// Source files of the project that its compilation database does not have. `bear` notes only what it sees being compiled: of a build that went
// on where an earlier one had stopped, the rest.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "build/compilation_database.h"

namespace reenact {

/// How `file` would be compiled: as one of `commands` in the same language, in its folder if there is one. nullopt: there is none.
[[nodiscard]] std::optional<CompileCommand> compiled_as_neighbours(const std::filesystem::path& file,
                                                                   const std::vector<CompileCommand>& commands);

/// Sources in the project's folder that none of `commands` compiles, and that mention one of `names` (without scopes); no tests, no examples.
[[nodiscard]] std::vector<CompileCommand> absent_sources(const std::vector<CompileCommand>& commands,
                                                         const std::set<std::string>& names);

}  // namespace reenact
