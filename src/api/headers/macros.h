// Integer constants that headers define as macros: `#define CFG_COMMENTS (1 << 11)`. Flags and limits that no function of
// the subject need name.
#pragma once

#include <clang/Lex/Preprocessor.h>

#include <cstdint>
#include <vector>

namespace reenact::api {

/// The values of the object-like macros of the project's headers that are integers, made of numbers, other such macros,
/// brackets and `| << + - *`; each once, in the order of the macros' names, at most `most`. Those of -1 to 10 are left out:
/// they are tried anyway.
[[nodiscard]] std::vector<std::int64_t> macro_constants(clang::Preprocessor& preprocessor, std::size_t most);

}  // namespace reenact::api
