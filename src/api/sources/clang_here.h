// The clang of this machine, as the parser needs to know it.
#pragma once

#include <filesystem>
#include <string>

namespace reenact::api {

/// The compiler's own place, so that system headers get the paths they have for the compiler ("/usr/..."); empty: it has none.
[[nodiscard]] std::filesystem::path compiler_here();

/// Where its own headers are (stddef.h).
[[nodiscard]] std::string resource_flag(const std::filesystem::path& compiler);

}  // namespace reenact::api
