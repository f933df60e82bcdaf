// Folders and files of ours. A disk may fill and a folder may go at any time: nothing here throws.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace reenact {

/// Makes `folder` and those above it, unless they are there.
[[nodiscard]] Expected<void> make_folder(const std::filesystem::path& folder);
/// Through a temporary file and a rename: readers never see half of it, and what was there before stays until then.
[[nodiscard]] Expected<void> write_file(const std::filesystem::path& file, std::string_view text);
/// All bytes of a file; nullopt if it cannot be read.
[[nodiscard]] std::optional<std::string> read_file(const std::filesystem::path& file);
/// Tries it with a file that has no name, where the file system knows such.
[[nodiscard]] bool can_be_written_to(const std::filesystem::path& folder);
/// False also where it cannot be told.
[[nodiscard]] bool is_there(const std::filesystem::path& file);
/// Is it one of the folders that hold other people's headers and libraries, or below one? A source folder is the project's wherever it
/// is (/usr/src/app).
[[nodiscard]] bool is_system_folder(const std::string& folder);

}  // namespace reenact
