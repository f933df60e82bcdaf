#include "base/scratch_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string>

namespace reenact {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kName = "reenact-run-", kUnknown = "XXXXXX";

/// A locked descriptor of the folder; nullopt: it is locked already, gone, or no folder of this user's.
std::optional<int> lock(const fs::path& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  struct stat held{}, named{};
  // Locked, and still the one of that name: who had it before may have removed it.
  const bool is_ours = flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &held) == 0 &&
                       lstat(folder.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
                       held.st_dev == named.st_dev && held.st_uid == geteuid();
  if (is_ours) return fd;
  close(fd);
  return std::nullopt;
}

void remove_abandoned(const fs::path& where) {
  std::error_code error;
  for (fs::directory_iterator each(where, error), end; !error && each != end; each.increment(error)) {
    const std::string name = each->path().filename().string();
    if (!name.starts_with(kName) || name.size() != kName.size() + kUnknown.size()) continue;
    const auto fd = lock(each->path());
    if (!fd) continue;
    std::error_code ignored;
    fs::remove_all(each->path(), ignored);
    close(*fd);
  }
}

}  // namespace

Expected<ScratchFolder> ScratchFolder::make(const fs::path& where) {
  remove_abandoned(where);
  while (true) {
    std::string path = (where / fmt::format("{}{}", kName, kUnknown)).string();
    if (mkdtemp(path.data()) == nullptr)
      return usage_error(fmt::format("{}: no folder can be made there: {}", where.string(), std::strerror(errno)));
    // Before it was locked, another process may have taken it for an abandoned one.
    if (const auto fd = lock(path)) return ScratchFolder(path, *fd);
    if (access(path.c_str(), F_OK) == 0 && rmdir(path.c_str()) != 0)
      return usage_error(fmt::format("{}: cannot be locked: {}", path, std::strerror(errno)));
  }
}

ScratchFolder::~ScratchFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  close(lock_);
}

}  // namespace reenact
