// Runs clang over a source in memory. What it meets there is the project's: where that, or we, bring clang down, the process lives on.
#pragma once

#include <clang/Frontend/FrontendAction.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace reenact::api {

/// Runs `action` over `code`, which clang sees as `name`, with `compiler`'s `flags`. false: clang has crashed, and what the action was to
/// fill holds anything; errors in the code are the action's to see.
[[nodiscard]] bool parse_source(std::unique_ptr<clang::FrontendAction> action, const std::string& code,
                                const std::vector<std::string>& flags, const std::string& name,
                                const std::filesystem::path& compiler);

}  // namespace reenact::api
