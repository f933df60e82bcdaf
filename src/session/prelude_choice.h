// Which of the subject's public headers a test includes: one if it suffices, the one that declares what is used.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reenact {

/// Does the test compile with these #include lines? Then the files it includes, directly or not.
using TryPrelude = std::function<std::optional<std::vector<std::filesystem::path>>(const std::vector<std::string>&)>;

/// Some of the lines `all` with which the test compiles; nullopt if it does not even with all of them. `body`: the
/// test's code; headers that hold its rarer words are tried first.
[[nodiscard]] std::optional<std::vector<std::string>> choose_prelude(const std::vector<std::string>& all,
                                                                     std::string_view body, const TryPrelude& attempt);

}  // namespace reenact
