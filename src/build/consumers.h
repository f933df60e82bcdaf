// Units that only use the library: a project's tests, examples and benchmarks. A header library may have two hundred, and each takes as long
// to compile as all that a crash needs.
//
//   tests/parse.cpp:    TEST_CASE("empty") { CHECK(parse("") == 0); }
//   examples/main.cpp:  int main() { return parse("[1]"); }
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/compilation_database.h"

namespace reenact {

/// Of these units that many are compiled: they show how the library is called (api/contracts/callers.h), and where it is of headers alone they stand
/// for it.
inline constexpr std::size_t kMostConsumers = 8;

/// Is this a unit in a folder, or with a name, of tests or examples? `project`: the project's folder.
[[nodiscard]] bool is_among_consumers(const CompileCommand& command, const std::filesystem::path& project);

/// Is this a unit in a folder, or with a name, of tests or examples, and does its text define `main` or begin a test? A file that cannot be
/// read is none. `project`: the project's folder.
[[nodiscard]] bool is_consumer(const CompileCommand& command, const std::filesystem::path& project);

/// The sources of all consumers among `commands`. None where the project's folder is unknown.
[[nodiscard]] std::vector<std::filesystem::path> consumers_of(const std::vector<CompileCommand>& commands);

/// Which of `commands` are left out: all consumers but kMostConsumers, that name most of `functions`, as the report has them, or else are
/// the smallest. None that is among `files` (names without folders). In the order of `commands`.
[[nodiscard]] std::vector<bool> consumers_left_out(const std::vector<CompileCommand>& commands,
                                                   const std::vector<std::string>& functions,
                                                   const std::vector<std::string>& files);

}  // namespace reenact
