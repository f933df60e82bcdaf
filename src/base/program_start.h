// What starting a program takes, however it is started.
#pragma once

#include <string>
#include <vector>

namespace reenact {

/// The array that exec and posix_spawn want, its null at the end. Valid as long as `strings` is unchanged.
[[nodiscard]] std::vector<char*> null_terminated(const std::vector<std::string>& strings);
/// This process's environment with `added` ("NAME=value") in place of the variables of those names.
[[nodiscard]] std::vector<std::string> environment_with(const std::vector<std::string>& added);
/// A status of waitpid as a shell's: 128 + the signal that ended the program, else what it exited with.
[[nodiscard]] int shell_status_of(int wait_status);

}  // namespace reenact
