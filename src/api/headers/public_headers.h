// Which of a project's headers a test may include.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "build/build.h"

namespace reenact {

/// Does extern "C" tell the public headers of a C project from its others?
enum class Guards : std::uint8_t { kTell, kIgnored };

/// Public headers among those the units include: see the heuristics in public_headers.cpp. Absolute paths, best first.
[[nodiscard]] std::vector<std::filesystem::path> public_headers(const std::vector<BuiltUnit>& units,
                                                                Guards guards = Guards::kTell);

/// All headers of the project that the units include, public or not.
[[nodiscard]] std::vector<std::filesystem::path> project_headers(const std::vector<BuiltUnit>& units);

}  // namespace reenact
