// Folders and files that commands share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace reenact::cli {

/// Makes `folder`, and tries to write there: before minutes are spent. `what`: which folder it is; `option`: with which
/// another one is given.
[[nodiscard]] Expected<void> prepare_folder(const std::filesystem::path& folder, std::string_view what,
                                            std::string_view option);
/// Gives the size in bytes that the cache may have: "5G", "800M"; "0": any.
inline constexpr const char* kCacheSizeVariable = "REENACT_CACHE_SIZE";
/// "800M", "1.5G", "20000" (bytes) in bytes; nullopt: it is none of these.
[[nodiscard]] std::optional<std::uintmax_t> parse_size(std::string_view text);
/// "1.5 GB"
[[nodiscard]] std::string size_text(std::uintmax_t bytes);
/// In bytes: $REENACT_CACHE_SIZE, else 10 GB; nullopt: none.
[[nodiscard]] std::optional<std::uintmax_t> cache_limit();
/// What --cache gives, as an absolute path; empty: $XDG_CACHE_HOME/reenact, else ~/.cache/reenact.
[[nodiscard]] std::filesystem::path cache_path(const std::string& given);
/// The same, prepared: what this process uses of it is not removed while it runs, and what nobody uses is, where it has
/// become too large.
[[nodiscard]] Expected<std::filesystem::path> cache_folder(const std::string& given);
/// The system's folder for temporary files ($TMPDIR), prepared.
[[nodiscard]] Expected<std::filesystem::path> temporary_folder();
/// `word` as one word of a POSIX shell.
[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace reenact::cli
