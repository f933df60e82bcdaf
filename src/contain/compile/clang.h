// clang in this process.
#pragma once

#include <string>
#include <vector>

namespace reenact::compile {

/// Loads what every compilation needs, by compiling something small.
void get_ready();

/// Becomes the compiler: a command of clang 19 that compiles one file is run in this process, any other program in its place.
[[noreturn]] void run_compiler(const std::vector<std::string>& command);

}  // namespace reenact::compile
