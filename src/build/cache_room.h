// How much the cache holds, and what of it goes when that is too much.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace reenact {

/// One build in the cache.
struct CachedBuild {
  std::filesystem::path folder;
  std::string kind;               // EntryOwner's; empty: of a version that did not say
  std::filesystem::path project;  // that used it last; empty as above
  std::uintmax_t bytes = 0;
  std::filesystem::file_time_type used;  // last
};

/// All of them, the one first that was not used for the longest time.
[[nodiscard]] std::vector<CachedBuild> cached_builds(const std::filesystem::path& cache);

/// As long as this is there, nothing is removed that is used after it began: by this process or another.
class CacheSession {
 public:
  explicit CacheSession(const std::filesystem::path& cache);
  ~CacheSession();
  CacheSession(const CacheSession&) = delete;
  CacheSession& operator=(const CacheSession&) = delete;

 private:
  std::filesystem::path file_;
  int fd_ = -1;
};

/// What trim_cache() did.
struct Trimmed {
  std::size_t builds = 0;          // that were removed
  std::uintmax_t bytes = 0;        // of those
  std::uintmax_t left = 0;         // bytes
  std::uintmax_t left_in_use = 0;  // of these: bytes that would have gone, too, were no session using them
};

/// Removes builds until at most `most` bytes are left, first what was not used for the longest time. What a running session
/// uses stays (CacheSession). A process that is killed here leaves every build whole or gone.
Trimmed trim_cache(const std::filesystem::path& cache, std::uintmax_t most);

/// True at most every ten minutes: whoever is told so looks at the cache's size.
[[nodiscard]] bool is_time_to_trim(const std::filesystem::path& cache);

}  // namespace reenact
