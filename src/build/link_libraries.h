// Which libraries outside the project its own build links with. A compilation database does not say; the files of the
// build system do, and so do the programs and shared libraries it has built.
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "build/options.h"

namespace reenact {

/// The words of a link command that name libraries: -lNAME, -L/absolute, -pthread, absolute paths of .a and .so files
/// outside `build_dir`; in order, without repeats.
[[nodiscard]] std::vector<std::string> libraries_in_command(std::string_view command,
                                                            const std::filesystem::path& build_dir);

/// Link flags for the libraries named by CMake's link.txt files and by build.ninja (CMake, Meson) below `build_dir`, or,
/// if there are no such files (Make, autotools), needed by the ELF files below it. Where no link command names any (CMake
/// builds a static library only), those in CMakeCache.txt. Only libraries that this machine
/// has; empty if there is nothing to learn.
[[nodiscard]] std::vector<std::string> libraries_of_build(const std::filesystem::path& build_dir);

/// The files below `build_dir` that libraries_of_build() reads names from: where they change, others may be named.
[[nodiscard]] std::vector<std::filesystem::path> files_naming_libraries(const std::filesystem::path& build_dir);

/// Flags of lld's, and of no other linker, by which a unit is linked that defines one of `functions` (names as a report has them), though nothing refers
/// to it: what an initialiser registers is reached through a table alone. Templates and functions of one unit alone are left out.
[[nodiscard]] std::vector<std::string> flags_that_link(const std::vector<std::string>& functions);

/// The linker's flags for the libraries a subject may need: those of --link, those its own build links with, and a few that
/// nearly every program needs; loaded only if something does.
[[nodiscard]] std::vector<std::string> library_flags(const SubjectOptions& options);

/// A library of this machine that --link could name, and how many of the symbols looked for it defines.
struct DefiningLibrary {
  std::string name;  // "fmt" of libfmt.so
  std::size_t symbols = 0;
};

/// Of the shared libraries that the compiler finds, those that together define the most of `symbols` (mangled), each
/// counted for what those before it do not define; at most four. Takes a second or two.
[[nodiscard]] std::vector<DefiningLibrary> libraries_defining(const std::set<std::string>& symbols);
/// "-lssl", "-lcrypto": those that define all of `symbols` between them; empty: something is left.
[[nodiscard]] std::vector<std::string> libraries_with_all_of(const std::set<std::string>& symbols);

}  // namespace reenact
