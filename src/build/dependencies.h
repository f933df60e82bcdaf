// What compilers and linkers say of the files they have read.
#pragma once

#include <filesystem>
#include <vector>

namespace reenact {

/// Of a file in the syntax of make ("object: a.c b.h"), the names behind the targets; empty if it cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> read_dependencies(const std::filesystem::path& file);

}  // namespace reenact
