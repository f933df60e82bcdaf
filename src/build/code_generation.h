// Machine code that is made in a hurry.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.h"
#include "base/process.h"
#include "build/options.h"

namespace reenact {

/// Makes `object` of the file `bitcode`, which is gone then, as it stands. Functions with a label beside each value are long: an optimising
/// code generator takes five times as long for them as one that does not optimise, and what they do at run time
/// is mostly calls; so only small files get the optimising one. `compiler`: a clang. `folder`: where both files are. Errors: run_compiler()'s.
[[nodiscard]] Expected<ProcessResult> generate_code(const std::string& compiler, const std::filesystem::path& bitcode,
                                                    const std::filesystem::path& object,
                                                    const std::filesystem::path& folder, const SubjectOptions& options);

}  // namespace reenact
