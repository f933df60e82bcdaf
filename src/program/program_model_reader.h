// Reads and merges the models that the pass wrote.
#pragma once

#include <filesystem>
#include <vector>

#include "base/error.h"
#include "program/program_model.h"

namespace reenact {

/// The functions of all `files`; of functions with one linkage name (inline functions) the first stands.
/// Functions local to a unit (static, anonymous namespace) carry the suffix ".unit.<hash of the file>" in their linkage
/// name; `by_linkage_name` finds the first of them by the bare name too, and constructors by both C1 and C2.
/// kSubject error: a file is missing or damaged.
[[nodiscard]] Expected<ProgramModel> read_program_model(const std::vector<std::filesystem::path>& files);

}  // namespace reenact
