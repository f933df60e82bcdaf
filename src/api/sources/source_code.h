// A source file as text, without what is no code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reenact::api {

/// The tokens of `source`, C or C++, with one blank where something stood between them, but for comments, directives, texts and characters.
[[nodiscard]] std::string code_of(const std::string& source);

/// "a::b" right in front of `at` in `code`; empty: no name stands there.
[[nodiscard]] std::string_view name_before(std::string_view code, std::size_t at);

/// A function's body, and what stands in front of it since the last declaration: "int f(int n, ...)". A macro may begin one: "TEST(A, B)".
struct FunctionBody {
  std::string_view header, body;
};

/// Of the functions in `code`, which code_of() has made and which must outlive the result. Directives are gone, so where they choose between two
/// beginnings of a function, what follows may be taken for a part of it.
[[nodiscard]] std::vector<FunctionBody> function_bodies(std::string_view code);

}  // namespace reenact::api
