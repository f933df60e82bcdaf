// Content hashes and a cache of build products, in a folder of ours.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/files.h"

namespace reenact {

/// Not cryptographic; the same on every machine. `seed`: the hash of what comes before.
[[nodiscard]] std::uint64_t hash_of(std::string_view bytes, std::uint64_t seed = 0);
/// nullopt if the file cannot be read.
[[nodiscard]] std::optional<std::uint64_t> hash_of_file(const std::filesystem::path& file);
/// Time and size as one number: a cheap substitute for the content of a large file; 0 if it is not there.
[[nodiscard]] std::uint64_t stamp_of(const std::filesystem::path& file);
/// 16 lower-case digits.
[[nodiscard]] std::string hex(std::uint64_t value);

/// What a product was made from: files with time, size and content hash. A product is fresh while each input has the
/// time and size it had, or at least the same content.
class Inputs {
 public:
  /// Records the files as they are now. What has been written since `read_at` is never fresh: nobody knows which of its texts
  /// was read.
  static Inputs of(const std::vector<std::filesystem::path>& files,
                   std::filesystem::file_time_type read_at = std::filesystem::file_time_type::max());
  /// What save() wrote; nullopt if the file is not there.
  static std::optional<Inputs> load(const std::filesystem::path& from);
  /// Error: the file cannot be written.
  [[nodiscard]] Expected<void> save(const std::filesystem::path& to) const;
  /// Is the product that was made from these files still good?
  [[nodiscard]] bool fresh() const;
  /// One hash over names and contents.
  [[nodiscard]] std::uint64_t digest() const;
  [[nodiscard]] std::vector<std::filesystem::path> files() const;

 private:
  struct Entry {
    std::string path;
    std::int64_t time = 0;
    std::uint64_t size = 0, content = 0;
  };
  std::vector<Entry> entries_;
};

/// Holds an advisory lock on a file (made if needed) for its lifetime; waits for other processes that hold it, or until
/// `interrupted`. Ends with the process, so nothing stays locked behind a crash. Does nothing if the file cannot be made.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& file, const std::atomic<bool>* interrupted = nullptr);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int fd_ = -1;
};

}  // namespace reenact
