#include "build/cache_entry.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

#include "base/files.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

int open_or_make(const fs::path& file) { return open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644); }

/// In place: who waits for the lock of this file must not be left with another one of its name.
void write_in_place(int fd, const std::string& text) {
  std::string there(text.size() + 1, '\0');
  if (pread(fd, there.data(), there.size(), 0) == static_cast<ssize_t>(text.size()) && there.starts_with(text)) return;
  if (ftruncate(fd, 0) == 0) (void)!pwrite(fd, text.data(), text.size(), 0);
}

}  // namespace

CacheLock::CacheLock(const fs::path& file, bool exclusive, bool waits) : fd_(open_or_make(file)) {
  if (fd_ < 0) return;
  const int how = (exclusive ? LOCK_EX : LOCK_SH) | (waits ? 0 : LOCK_NB);
  while (!(held_ = flock(fd_, how) == 0) && errno == EINTR) {
  }
}

CacheLock::~CacheLock() {
  if (fd_ >= 0) close(fd_);
}

fs::path gate_of(const fs::path& cache) { return cache / "gate"; }

CacheEntry::CacheEntry(const fs::path& cache, const fs::path& folder, const EntryOwner& owner,
                       const std::atomic<bool>* interrupted) {
  {
    if (!make_folder(cache)) return;
    const CacheLock gate(gate_of(cache), false);
    if (!make_folder(folder)) return;
    fd_ = open_or_make(folder / kUsedFile);
    if (fd_ < 0) return;
    futimens(fd_, nullptr);
  }
  const auto goes_on = [&] { return interrupted == nullptr || !interrupted->load(); };
  while (flock(fd_, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR) && goes_on())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::error_code ignored;
  write_in_place(fd_, fmt::format("{}\n{}\n", owner.kind, fs::weakly_canonical(owner.project, ignored).string()));
}

CacheEntry::~CacheEntry() {
  if (fd_ >= 0) close(fd_);
}

void empty_entry(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    std::error_code ignored;
    if (each->path().filename() != kUsedFile) fs::remove_all(each->path(), ignored);
  }
}

}  // namespace reenact
