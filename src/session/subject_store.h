// The API model as a file, so that a second reproduction does not parse headers again.
#pragma once

#include <filesystem>

#include "base/error.h"
#include "session/subject.h"

namespace reenact {

/// Writes what load_api() reads; the folder must be there. Error: it cannot be written.
[[nodiscard]] Expected<void> save_api(const Subject& subject, const std::filesystem::path& to);
/// Fills api, prelude, includer_flags and notes of `subject`; false if the file is missing or damaged.
[[nodiscard]] bool load_api(Subject& subject, const std::filesystem::path& from);

}  // namespace reenact
