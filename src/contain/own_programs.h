// Where our own programs and plugins are.
#pragma once

#include <filesystem>

#include "base/error.h"

namespace reenact {

/// REENACT_LIBDIR, or lib/reenact in the program's folder, its parents, or beside its bin/. Error (kSubject): none of
/// them has our plugin.
[[nodiscard]] Expected<std::filesystem::path> own_programs();

}  // namespace reenact
