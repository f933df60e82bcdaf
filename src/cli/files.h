// Folders and files that commands share.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace reenact::cli {

/// What --cache gives, as an absolute path; empty: $XDG_CACHE_HOME/reenact, else ~/.cache/reenact.
[[nodiscard]] std::filesystem::path cache_folder(const std::string& given);
/// The output folder must be usable before minutes are spent. `option`: which one to give another folder with.
[[nodiscard]] Expected<void> prepare_out(const std::filesystem::path& out, std::string_view option);
void write(const std::filesystem::path& file, const std::string& text);
/// `word` as one word of a POSIX shell.
[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace reenact::cli
