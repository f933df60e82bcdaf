// What the program `contain` is asked for on its command line (written by contain/confinement.cpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace reenact::contain {

/// Who is contained; each may do what those before it may.
enum class Licence {
  kTest,     // threads; signals to itself
  kWorker,   // also processes like itself
  kTools,    // also other programs: compilers
  kDebugger  // also the memory of its own children
};

/// 0 in a limit: none.
struct Settings {
  Licence licence = Licence::kTest;
  std::vector<const char*> writable, readable;  // existing paths
  std::uint64_t cpu_seconds = 0, address_space_mb = 0, resident_mb = 0, file_mb = 0, stack_mb = 0, descriptors = 0;
  std::uint64_t wall_seconds = 0, tasks = 0;  // of all processes together; threads count as tasks
  int kept_descriptor = -1;                   // that the program inherits, beside its standard streams
  bool namespaced = false;                    // this process is the first one of namespaces of its own
  bool in_place = false;  // becomes the program: who started this watches over it, and limits of all do not hold
  bool lifeline = false;  // standard input is a pipe; when it is closed, whoever started this has ended
  bool fixed_addresses = false;
  bool modes_in_vain = false;  // changing the mode of a file seems to succeed, and does nothing
  char** command = nullptr;    // ends in null
};

/// nullopt: no such option, or no program.
[[nodiscard]] std::optional<Settings> settings_from(char** arguments);

}  // namespace reenact::contain
