// What a command that runs for a while needs of the system: word of Ctrl-C, and a folder of its own.
#pragma once

#include <atomic>
#include <filesystem>
#include <utility>

#include "base/error.h"

namespace reenact::cli {

/// From now on SIGINT and SIGTERM set the returned flag and no longer end the program. The flag lives as long as the
/// program does and is the same one for every caller.
[[nodiscard]] const std::atomic<bool>& catch_interrupts();

/// A new folder for this process's temporary files; goes with all it holds.
class ScratchFolder {
 public:
  [[nodiscard]] static Expected<ScratchFolder> make();
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;  // empty: moved from
};

}  // namespace reenact::cli
