// Which headers a project installs, as its build files say: the surest sign that a header is public.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace reenact {

/// Names of files that say what is built and installed.
inline constexpr std::string_view kBuildFiles[] = {"CMakeLists.txt", "Makefile.am", "meson.build", "Makefile",
                                                   "GNUmakefile"};

/// What the install rules of one build file name. Paths are as written, without leading variables ("${X}/lib/a.h" is
/// "lib/a.h").
struct InstallRules {
  std::set<std::string> headers;  // "lib/expat.h"
  std::set<std::string> folders;  // installed as a whole: "include"
  void merge(InstallRules other) {
    headers.merge(other.headers);
    folders.merge(other.folders);
  }
};

/// Reads CMake's `install(FILES ...)`, `install(DIRECTORY ...)` and PUBLIC_HEADER, with the variables that hold their
/// lists; Automake's `include_HEADERS` and its like; Meson's `install_headers`, with its lists; recipes of plain make that install or copy. Never fails: what it does not
/// understand it leaves out.
[[nodiscard]] InstallRules read_install_rules(const std::string& build_file);

/// Those of `headers` that a build file in a folder above them installs, in their order. Looks no higher than
/// `top`. Empty if no rule names any.
[[nodiscard]] std::vector<std::filesystem::path> installed_headers(const std::vector<std::filesystem::path>& headers,
                                                                   const std::filesystem::path& top);

}  // namespace reenact
