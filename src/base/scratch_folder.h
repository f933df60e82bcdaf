// A folder for the temporary files of one process, which nobody else can guess.
#pragma once

#include <filesystem>
#include <utility>

#include "base/error.h"

namespace reenact {

/// Goes with all it holds when this does. While it is there it is locked; so a folder that is not belongs to a process that
/// was killed.
class ScratchFolder {
 public:
  /// Makes "reenact-run-XXXXXX" in `where`, for its owner only, and removes those that killed processes of this user have
  /// left there. Error (kUsage): it cannot be made.
  [[nodiscard]] static Expected<ScratchFolder> make(const std::filesystem::path& where);
  ScratchFolder(ScratchFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  ScratchFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::filesystem::path path_;  // empty: moved from
  int lock_;                    // a descriptor of the folder, locked
};

}  // namespace reenact
