// What a command that runs for a while needs of the system: word of Ctrl-C, and a folder of its own.
#pragma once

#include <atomic>

#include "base/error.h"
#include "base/scratch_folder.h"

namespace reenact::cli {

/// From now on SIGINT and SIGTERM set the returned flag and no longer end the program. The flag lives as long as the
/// program does and is the same one for every caller.
[[nodiscard]] const std::atomic<bool>& catch_interrupts();

/// A new folder for this process's temporary files, in the system's folder for such (cli/files.h).
[[nodiscard]] Expected<ScratchFolder> make_scratch();

}  // namespace reenact::cli
