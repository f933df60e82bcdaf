// What an uncaught exception says where std::terminate does not print it: of thrown texts, of classes that are no
// std::exception, and where the program's own handler takes over. Read from memory: no function of the program's is called.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reenact {

/// A script for gdb that notes every throw.
[[nodiscard]] std::string throw_script();
/// What gdb is asked for when the program has ended. `type`: the exception's, demangled, if it is known.
[[nodiscard]] std::vector<std::string> thrown_commands(const std::string& type);

/// What was thrown last; empty: not known.
struct Thrown {
  std::string type;  // demangled
  std::string text;
};
/// From what gdb printed. `type` as above.
[[nodiscard]] Thrown read_thrown(const std::string& gdb_output, const std::string& type);
}  // namespace reenact
