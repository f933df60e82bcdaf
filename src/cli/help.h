// How `--help` looks.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace reenact::cli {

/// Options of this group are left out of `--help`. (CLI11 hides options without a group, but then no longer names them in errors.)
inline constexpr const char* kSearchGroup = "Options of the search";

/// Option, what it takes, its range, and its default in brackets: `--jobs N (1 to 64) [2]`. CLI11's own form is
/// `--jobs UINT:UINT in [1 - 64]=2`.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_group(std::string group, bool is_positional, std::vector<const CLI::Option*> options) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
};

/// What stands behind an option's name, of CLI11's name of its type: "UINT:UINT in [1 - 64]" becomes "N (1 to 64)".
[[nodiscard]] std::string shown_type(const std::string& type);

}  // namespace reenact::cli
