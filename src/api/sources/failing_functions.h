// Which functions of a piece of code do not compile, by one parse.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace reenact {

/// The functions in `code`, a unit of C++ compiled with `flags`, that do not compile, each with the compiler's first words about it.
/// Functions are named without their scopes. A compiler tells of an instantiation that fails once, for the first of its users: here the
/// others are found by what they call, so that they need not be found by compiling again and again. Some may be
/// missing: who wants all of them compiles what is left. Empty as well where this machine has no clang.
[[nodiscard]] std::map<std::string, std::string> failing_functions(const std::string& code,
                                                                   std::vector<std::string> flags);

}  // namespace reenact
