// A source file as text, without what is no code.
#pragma once

#include <string>
#include <string_view>

namespace reenact::api {

/// The tokens of `source`, C or C++, with one blank where something stood between them, but for comments, directives, texts and characters.
[[nodiscard]] std::string code_of(const std::string& source);

/// "a::b" right in front of `at` in `code`; empty: no name stands there.
[[nodiscard]] std::string_view name_before(std::string_view code, std::size_t at);

}  // namespace reenact::api
