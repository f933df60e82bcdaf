// The one place where what a subject brings with it is run: its code in the search and in verdicts, its compilers, and
// its sources in our compilers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/process.h"

namespace reenact {

/// What a contained program may do beyond computing, reading files, and writing its own.
enum class Licence : std::uint8_t {
  kTest,     // threads; signals to itself
  kWorker,   // also processes like itself
  kTools,    // also other programs
  kDebugger  // also the memory of its own children
};

/// 0: no limit.
struct Limits {
  unsigned cpu_seconds = 0, address_space_mb = 0, file_mb = 0, stack_mb = 0, descriptors = 0;  // of each process
  unsigned wall_seconds = 0, resident_mb = 0, tasks = 0;  // of all together; tasks: processes and threads
};

/// Under what a program is run.
struct Confinement {
  Licence licence = Licence::kTest;
  std::vector<std::filesystem::path> writable;  // existing folders; the only ones it can write to
  std::vector<std::filesystem::path> readable;  // of what is below /tmp and /dev/shm, which are empty otherwise
  Limits limits;
  int kept_descriptor = -1;      // that it inherits, beside its standard streams; -1: none
  bool fixed_addresses = false;  // its memory lies at the same places in each run
  bool modes_in_vain = false;    // changing the mode of a file seems to succeed, and does nothing
};

/// How one test, in a process of its own, is limited.
[[nodiscard]] Limits test_limits();
/// Those of one compiler or linker.
[[nodiscard]] Limits tool_limits();

/// A command that runs `command` so: by bubblewrap where it can be used (containment_here), and by our own program
/// `contain`. For Licence::kTest and kWorker, `command` names the program by its path. Its standard input has to be a pipe
/// that nobody writes to: its processes end with it, and when that pipe is closed, be it by the kernel because we were
/// killed. Error (kSubject): our own programs are not to be found.
[[nodiscard]] Expected<std::vector<std::string>> contained(const Confinement& confinement,
                                                           const std::vector<std::string>& command);

/// The same under a debugger that is contained itself: the command becomes the program, with its rules on it.
[[nodiscard]] Expected<std::vector<std::string>> contained_in_place(const Confinement& confinement,
                                                                    const std::vector<std::string>& command);

/// Runs a program of the project's, or a compiler on its sources, to its end. Of our environment it sees what compilers
/// heed (kept_variables), and `options.environment`. Errors: as for run_process, and those of contained().
[[nodiscard]] Expected<ProcessResult> run_contained(const Confinement& confinement,
                                                    const std::vector<std::string>& command,
                                                    const ProcessOptions& options = {});

/// The paths in the words of a command: "-I/tmp/p/include" has one.
[[nodiscard]] std::vector<std::filesystem::path> paths_in(const std::vector<std::string>& words);

/// For a compiler or linker that writes to `folder`, which exists.
[[nodiscard]] Confinement tools_confinement(std::filesystem::path folder, std::vector<std::filesystem::path> readable);

/// For a tool that prints what it knows, or reads in the files named, and writes none.
[[nodiscard]] Confinement reader_confinement(std::vector<std::filesystem::path> readable = {});

/// "NAME=value" of our environment that contained programs see: where compilers look, and how they write.
[[nodiscard]] std::vector<std::string> kept_variables();

}  // namespace reenact
