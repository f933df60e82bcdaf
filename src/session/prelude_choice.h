// Which of the subject's public headers a test includes: one if it suffices, the one that declares what is used.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/sources/declarations_used.h"
#include "check/check.h"

namespace reenact {

/// What becomes of the test with these #include lines?
using TryPrelude = std::function<TriedTest(const std::vector<std::string>&)>;

/// What does the test use, with these #include lines?
using UsesWithPrelude = std::function<std::optional<DeclarationsUsed>(const std::vector<std::string>&)>;

/// Some of the lines `all` with which the test compiles; nullopt if it does with none that were tried. `body`: the
/// test's code; the header that holds its rarer words is tried first, then those that declare what it uses. Where it does not compile
/// with all of them, one alone may do: some may contradict each other, or a header that the test includes anyway (a library's own
/// `regex_t`, and <regex.h>'s).
[[nodiscard]] std::optional<std::vector<std::string>> choose_prelude(const std::vector<std::string>& all,
                                                                     std::string_view body, const TryPrelude& attempt,
                                                                     const UsesWithPrelude& uses);

/// The same for the test that `source` prints with such lines, compiled as `request` says (but for its test_source).
[[nodiscard]] std::optional<std::vector<std::string>> choose_prelude(
    const std::vector<std::string>& all, CheckRequest request,
    const std::function<std::string(const std::vector<std::string>&)>& source);

}  // namespace reenact
