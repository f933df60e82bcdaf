// Folders and files that commands share.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace reenact::cli {

/// Makes `folder`, and tries to write there: before minutes are spent. `what`: which folder it is; `option`: with which
/// another one is given.
[[nodiscard]] Expected<void> prepare_folder(const std::filesystem::path& folder, std::string_view what,
                                            std::string_view option);
/// What --cache gives, as an absolute path, prepared; empty: $XDG_CACHE_HOME/reenact, else ~/.cache/reenact.
[[nodiscard]] Expected<std::filesystem::path> cache_folder(const std::string& given);
/// The system's folder for temporary files ($TMPDIR), prepared.
[[nodiscard]] Expected<std::filesystem::path> temporary_folder();
/// `word` as one word of a POSIX shell.
[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace reenact::cli
