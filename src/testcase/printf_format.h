// What a format as printf's demands of the arguments behind it (C17, 7.21.6.1).
//
//   log("%d of %s", 3, "text")   // kept
//   log("%s")                    // not: there is no text
//   log("100%")                  // not: '%' begins what nobody knows
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reenact {

/// What a conversion takes from `...`.
enum class Formatted {
  kInteger,  // an int
  kText,     // a const char*
  kOther,    // something else, or a conversion that nobody knows
};

/// What `format`, up to its first zero byte, takes in order; a '*' for a width is an int, too.
[[nodiscard]] std::vector<Formatted> formatted_by(std::string_view format);

/// Are `given` what `format` asks for? More of them do no harm.
[[nodiscard]] bool agrees_with_format(std::string_view format, std::span<const Formatted> given);

/// `format` without what asks for an argument that is not there, or not so: its '%' is left out.
[[nodiscard]] std::string mended_format(std::string_view format, std::span<const Formatted> given);

}  // namespace reenact
