// Values as C++ text: literals that compile to exactly the bits the search used.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "api/api_model.h"

namespace reenact::print {

/// `text` as one C string literal, quotes included, or, when it is long, as adjacent literals on lines of
/// their own (continued with `indent` spaces). Every byte survives: non-printing ones become three-digit
/// octal escapes, which unlike hexadecimal ones cannot swallow the character behind them.
[[nodiscard]] std::string c_string(std::string_view text, std::size_t indent = 6);

/// True if `text` repeats a piece so often that `string_expression` reads better than a literal.
[[nodiscard]] bool has_long_runs(std::string_view text);

struct StringExpression {
  std::string text;
  bool repeats = false;  // it calls kRepeated
};

/// `text` as an expression of type std::string, e.g. `std::string("[") + std::string(5000, '{') + repeated(300, "<a>")`.
[[nodiscard]] StringExpression string_expression(std::string_view text);

/// The definition of `repeated`, for file scope.
inline constexpr std::string_view kRepeated =
    "static std::string repeated(int times, const std::string& piece) {\n"
    "  std::string result;\n"
    "  while (times-- > 0) result += piece;\n"
    "  return result;\n"
    "}\n";

/// A number, enum or bool of `type` (bits as in Statement::bits). `exact`: the expression has exactly the
/// type (overloads, templates), not only the value. Standard headers that the text needs are added to
/// `includes`.
[[nodiscard]] std::string scalar(const Type& type, std::int64_t bits, bool exact, std::set<std::string>& includes);

}  // namespace reenact::print
