// clang in this process.
#pragma once

#include <string>
#include <vector>

namespace reenact::compile {

/// Before any command.
void get_ready();
/// Loads what every compilation needs, by compiling something small. That takes 0.1 s, and saves 0.01 s of each command from then on.
void get_faster();

/// Becomes the compiler: a command of clang 19 that compiles one file is run in this process, any other program in its place.
[[noreturn]] void run_compiler(const std::vector<std::string>& command);

}  // namespace reenact::compile
