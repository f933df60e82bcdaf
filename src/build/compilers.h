// Which program compiles a unit.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/build.h"
#include "build/toolchain.h"

namespace reenact {

/// The file behind a compiler's name, as seen from `directory` or looked for in PATH; empty: there is none.
[[nodiscard]] std::filesystem::path program_file(const std::string& program, const std::filesystem::path& directory);

/// What makes a compiler's command, run in `directory`, another one: its words, the program's version, where that looks.
[[nodiscard]] std::string key_of_command(const std::vector<std::string>& words, const std::filesystem::path& directory);

/// clang 19; for a clean build without sanitizers the project's own compiler, if this machine has it and it is another.
[[nodiscard]] std::string compiler_of(const CompileCommand& command, Flavour flavour, const Sanitizers& sanitizers,
                                      const Toolchain& tools);

}  // namespace reenact
