// A folder of the cache while it is worked with.
#pragma once

#include <atomic>
#include <filesystem>
#include <string_view>

namespace reenact {

// What a cache folder holds.
inline constexpr const char *kUnitsFolder = "units", *kSubjectsFolder = "subjects";
/// In each entry: its kind and its project, a line each; changed whenever the entry is used; locked while it is worked with.
inline constexpr const char* kUsedFile = "used";

/// Locks a file (made if needed) against those that lock it exclusively, or, if `exclusive`, against all; with `waits`, once
/// it can be had. Ends with the process. Does nothing where the file cannot be made.
class CacheLock {
 public:
  CacheLock(const std::filesystem::path& file, bool exclusive, bool waits = true);
  ~CacheLock();
  CacheLock(const CacheLock&) = delete;
  CacheLock& operator=(const CacheLock&) = delete;
  [[nodiscard]] bool held() const { return held_; }

 private:
  int fd_ = -1;
  bool held_ = false;
};

/// Held for a moment by who begins to use an entry, exclusively by who removes some: what has been marked as used stays.
[[nodiscard]] std::filesystem::path gate_of(const std::filesystem::path& cache);

/// What an entry is for.
struct EntryOwner {
  std::string_view kind;          // "instrumented", "worker"
  std::filesystem::path project;  // folder of the compilation database
};

/// Marks a folder of the cache as used now (so that it is not removed, see build/cache_room.h) and keeps other threads and
/// processes from working on it until this goes. Waits for those that do, or until `interrupted`.
class CacheEntry {
 public:
  /// Makes `folder`, which is one of `cache`/units or `cache`/subjects, unless it is there.
  CacheEntry(const std::filesystem::path& cache, const std::filesystem::path& folder, const EntryOwner& owner,
             const std::atomic<bool>* interrupted = nullptr);
  ~CacheEntry();
  CacheEntry(const CacheEntry&) = delete;
  CacheEntry& operator=(const CacheEntry&) = delete;

 private:
  int fd_ = -1;
};

/// Removes all that is in an entry: what a process left that was killed while it made it.
void empty_entry(const std::filesystem::path& folder);

}  // namespace reenact
