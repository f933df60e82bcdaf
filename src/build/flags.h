// From the project's compiler flags to ours.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/build.h"

namespace reenact {

/// Of clang: templates are parsed when they are instantiated (CompileCommand::has_late_templates). No other compiler knows it.
inline constexpr const char* kLateTemplates = "-fdelayed-template-parsing";

/// The command's flags without those that name inputs and outputs, warn, write dependencies, or that clang 19 does not
/// know; optimisation, debug and sanitizer flags are kept only if `keep_code_generation`.
[[nodiscard]] std::vector<std::string> project_flags(const CompileCommand& command, bool keep_code_generation);

/// Does the command optimise, so that its sources see __OPTIMIZE__? Libraries have checks that depend on it.
[[nodiscard]] bool is_optimised(const CompileCommand& command);
/// Behind an -O of ours where the project's build, or a test's, does not optimise: sources see the macros that they see there.
inline constexpr const char* kMacrosAsUnoptimised = "-U__OPTIMIZE__";

/// Behind -w: what is an error to clang by default (K&R style, int for pointer, a value that a void function returns) may be a warning to the project's
/// gcc.
inline constexpr const char* kNoWarningsAsErrors = "-Wno-everything";

/// Removes from `line` the options that clang, in its words, does not know; false if there are none.
bool drop_unknown_options(std::vector<std::string>& line, const std::string& words);

/// `flags` with the paths in them made absolute: they then mean the same in every folder.
[[nodiscard]] std::vector<std::string> with_absolute_paths(std::vector<std::string> flags,
                                                           const std::filesystem::path& directory);

/// Flags by which an optimised build does what one without optimisation does where the language says nothing: what happens at null is a crash
/// to be found, and a number that overflows, as in `std::abs(INT_MIN)`, wraps around. None that would keep a check from finding that.
[[nodiscard]] std::vector<std::string> flags_as_unoptimised(const Sanitizers& sanitizers);

/// Those and sanitizer_flags(), which trap: what all code of a search is compiled with.
[[nodiscard]] std::vector<std::string> flags_of_search(const Sanitizers& sanitizers);

/// -fsanitize flags; `trap`: UBSan traps instead of reporting (in the search), else it reports and halts.
[[nodiscard]] std::vector<std::string> sanitizer_flags(const Sanitizers& sanitizers, bool trap);

/// Flags by which a file that is not the project's finds the headers in `folder`. One that holds a header named like the
/// system's ("time.h") is searched behind the system's for <...>: the C++ library's headers ask for theirs.
[[nodiscard]] std::vector<std::string> include_flags(const std::filesystem::path& folder);

/// Does the header lie where packages install theirs? Not below /opt, where whole projects lie, too.
[[nodiscard]] bool is_system_header(const std::filesystem::path& header);

/// Has the folder a header with the name of one that the C or C++ library's own headers include?
[[nodiscard]] bool hides_system_header(const std::filesystem::path& folder);

/// `flags` with folders whose headers hide the system's (include_flags) searched first, as the project searches them: a library's "regex.h"
/// may define the types of the system's once more, so that only one of the two can be included.
[[nodiscard]] std::vector<std::string> with_own_headers_first(std::vector<std::string> flags);

/// The folder that a flag of include_flags() or of a compiler's command names; empty: it is no such flag.
/// REQUIRES: flag and folder are one word.
[[nodiscard]] std::string included_folder(const std::string& flag);

/// Flags of a C++ file that includes headers of all `units`: their include folders in order, and the definitions that
/// most of them share; `-std` at least gnu++17.
[[nodiscard]] std::vector<std::string> flags_for_includer(const std::vector<BuiltUnit>& units);

}  // namespace reenact
