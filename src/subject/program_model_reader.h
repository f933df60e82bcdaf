// Reads and merges the models that the pass wrote.
#pragma once

#include <filesystem>
#include <vector>

#include "base/error.h"
#include "subject/program_model.h"

namespace reenact {

/// The functions of all `files`; of functions with one linkage name (inline functions) the first stands.
[[nodiscard]] Expected<ProgramModel> read_program_model(const std::vector<std::filesystem::path>& files);

}  // namespace reenact
