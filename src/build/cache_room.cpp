#include "build/cache_room.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>

#include "base/files.h"
#include "build/cache_entry.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

constexpr const char *kSessions = "sessions", *kTrash = "trash", *kMeasured = "measured";

fs::file_time_type time_of(const fs::path& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  return error ? fs::file_time_type::min() : time;
}

/// When it was used last. Builds of older versions have no such file.
fs::file_time_type used(const fs::path& folder) {
  return is_there(folder / kUsedFile) ? time_of(folder / kUsedFile) : time_of(folder);
}

std::uintmax_t size_of(const fs::path& folder) {
  std::uintmax_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    std::error_code gone;
    if (const auto size = each->is_regular_file(gone) ? each->file_size(gone) : 0; !gone) bytes += size;
  }
  return bytes;
}

CachedBuild build_in(const fs::path& folder) {
  CachedBuild build;
  build.folder = folder;
  std::ifstream owner(folder / kUsedFile);
  std::string project;
  std::getline(owner, build.kind);
  std::getline(owner, project);
  build.project = project;
  build.bytes = size_of(folder);
  build.used = used(folder);
  return build;
}

/// When the oldest session began that is still running; nullopt: there is none. Forgets those that were killed.
std::optional<fs::file_time_type> oldest_session(const fs::path& cache) {
  std::optional<fs::file_time_type> oldest;
  std::error_code error;
  for (fs::directory_iterator each(cache / kSessions, error), end; !error && each != end; each.increment(error)) {
    std::error_code ignored;
    if (const CacheLock lock(each->path(), true, false); lock.held()) {
      fs::remove(each->path(), ignored);
    } else {
      const auto began = time_of(each->path());
      oldest = oldest ? std::min(*oldest, began) : began;
    }
  }
  return oldest;
}

/// Out of the way at once; what is in it is removed later.
bool take_away(const CachedBuild& build, const fs::path& trash) {
  const CacheLock lock(build.folder / kUsedFile, true, false);
  if (!lock.held()) return false;
  std::error_code error;
  fs::rename(
      build.folder,
      trash / fmt::format("{}-{}", build.folder.parent_path().filename().string(), build.folder.filename().string()),
      error);
  return !error;
}

}  // namespace

std::vector<CachedBuild> cached_builds(const fs::path& cache) {
  std::vector<CachedBuild> builds;
  for (const char* below : {kUnitsFolder, kSubjectsFolder}) {
    std::error_code error;
    for (fs::directory_iterator each(cache / below, error), end; !error && each != end; each.increment(error))
      builds.push_back(build_in(each->path()));
  }
  std::ranges::sort(builds, [](const CachedBuild& a, const CachedBuild& b) {
    return a.used != b.used ? a.used < b.used : a.folder < b.folder;
  });
  return builds;
}

CacheSession::CacheSession(const fs::path& cache) {
  if (!make_folder(cache / kSessions)) return;
  const CacheLock gate(gate_of(cache), false);
  std::string name = (cache / kSessions / "XXXXXX").string();
  fd_ = mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) return;
  file_ = name;
  flock(fd_, LOCK_EX);
}

CacheSession::~CacheSession() {
  if (fd_ < 0) return;
  std::error_code ignored;
  fs::remove(file_, ignored);
  close(fd_);
}

Trimmed trim_cache(const fs::path& cache, std::uintmax_t most) {
  Trimmed trimmed;
  const std::vector<CachedBuild> builds = cached_builds(cache);
  for (const CachedBuild& build : builds) trimmed.left += build.bytes;
  const fs::path trash = cache / kTrash;
  std::error_code ignored;
  if (trimmed.left > most && make_folder(trash)) {
    const CacheLock gate(gate_of(cache), true);
    const auto in_use_since = oldest_session(cache);
    std::uintmax_t wanted = trimmed.left;
    for (const CachedBuild& build : builds) {
      if (wanted <= most) break;
      wanted -= build.bytes;
      const bool is_in_use = in_use_since && used(build.folder) >= *in_use_since;
      if (is_in_use || !take_away(build, trash)) {
        trimmed.left_in_use += build.bytes;
      } else {
        ++trimmed.builds;
        trimmed.bytes += build.bytes;
        trimmed.left -= build.bytes;
      }
    }
  }
  fs::remove_all(trash, ignored);  // also what a killed one left there
  return trimmed;
}

bool is_time_to_trim(const fs::path& cache) {
  constexpr auto kEvery = std::chrono::minutes(10);
  const fs::path measured = cache / kMeasured;
  if (is_there(measured) && fs::file_time_type::clock::now() - time_of(measured) < kEvery) return false;
  return write_file(measured, "").has_value();
}

}  // namespace reenact
