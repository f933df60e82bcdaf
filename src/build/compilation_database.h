// Reads compile_commands.json (CMake, bear, Meson; `command` or `arguments`).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace reenact {

/// One entry of compile_commands.json, its command split into arguments.
struct CompileCommand {
  std::filesystem::path directory, file;  // absolute, normalised
  std::vector<std::string> arguments;     // [0] = the compiler
  std::filesystem::path output;           // may be empty
  bool is_c = false;
  /// clang accepts it only where templates are parsed when they are instantiated (set by build_units()): a member that nobody calls
  /// may be wrong in a way that gcc does not look at.
  bool has_late_templates = false;
  /// A program whose `main` is called something else: it stands for a library of headers (set by build_units()), or the others do not
  /// link without it (needed_units.h).
  bool stands_for_library = false;
  /// `file` is ours: it stands for a library of headers (stand_ins.h).
  bool is_stand_in = false;
};

/// The flag by which that is so.
inline constexpr const char* kRenamesMain = "-Dmain=reenact_main_of_a_program";

/// Parses the text of a compilation database. Of several entries for one file the first counts, unless macros make other code of it. `where` names it in messages, which carry line and column.
[[nodiscard]] Expected<std::vector<CompileCommand>> parse_compilation_database(std::string_view text,
                                                                               const std::filesystem::path& where);
/// Reads BUILD_DIR/compile_commands.json.
[[nodiscard]] Expected<std::vector<CompileCommand>> read_compilation_database(const std::filesystem::path& build_dir);

}  // namespace reenact
