// Which files declare what a piece of code uses.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace reenact {

/// Files are named by their real paths.
struct DeclarationsUsed {
  /// Of each function, type, macro, ... that the code uses: where it is declared (a class that is defined: where it is defined).
  std::set<std::set<std::filesystem::path>> declared_in;
  /// By file, what it includes itself; of the code: under the empty name.
  std::map<std::filesystem::path, std::set<std::filesystem::path>> includes;
};

/// Of `code`, a unit of C++ compiled with `flags`; what does not compile counts as far as it is understood. nullopt: this machine has
/// no clang.
[[nodiscard]] std::optional<DeclarationsUsed> declarations_used(const std::string& code,
                                                                std::vector<std::string> flags);

}  // namespace reenact
