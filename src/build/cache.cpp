#include "build/cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/files.h"

namespace reenact {

namespace fs = std::filesystem;

std::uint64_t hash_of(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

std::optional<std::uint64_t> hash_of_file(const fs::path& file) {
  const auto text = read_file(file);
  return text ? std::optional(hash_of(*text)) : std::nullopt;
}

std::string hex(std::uint64_t value) { return fmt::format("{:016x}", value); }

namespace {
std::int64_t changed_at(const fs::path& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  return error ? 0 : time.time_since_epoch().count();
}
}  // namespace

std::uint64_t stamp_of(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return error ? 0 : hash_of(fmt::format("{} {}", changed_at(file), size));
}

FileLock::FileLock(const fs::path& file, const std::atomic<bool>* interrupted) {
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  fd_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd_ < 0) return;
  const auto goes_on = [&] { return interrupted == nullptr || !interrupted->load(); };
  while (flock(fd_, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR) && goes_on())
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

FileLock::~FileLock() {
  if (fd_ >= 0) close(fd_);
}

Inputs Inputs::of(const std::vector<fs::path>& files, fs::file_time_type read_at) {
  Inputs result;
  for (const fs::path& file : files) {
    std::error_code ignored;
    result.entries_.push_back(
        {file.string(), changed_at(file), fs::file_size(file, ignored), hash_of_file(file).value_or(0)});
    Entry& entry = result.entries_.back();
    if (entry.time > read_at.time_since_epoch().count()) entry.time = static_cast<std::int64_t>(entry.content = 0);
  }
  return result;
}

std::optional<Inputs> Inputs::load(const fs::path& from) {
  std::ifstream file(from);
  if (!file) return std::nullopt;
  Inputs result;
  Entry entry;
  while (file >> entry.time >> entry.size >> entry.content && file.get() == ' ' && std::getline(file, entry.path))
    result.entries_.push_back(entry);
  return result;
}

Expected<void> Inputs::save(const fs::path& to) const {
  std::string text;
  for (const Entry& entry : entries_)
    text += fmt::format("{} {} {} {}\n", entry.time, entry.size, entry.content, entry.path);
  return write_file(to, text);
}

bool Inputs::fresh() const {
  for (const Entry& entry : entries_) {
    std::error_code error;
    const auto size = fs::file_size(entry.path, error);
    if (error || size != entry.size) return false;
    if (changed_at(entry.path) != entry.time && hash_of_file(entry.path) != entry.content) return false;
  }
  return !entries_.empty();
}

std::uint64_t Inputs::digest() const {
  std::uint64_t result = 0;
  for (const Entry& entry : entries_) result = hash_of(fmt::format("{} {}", entry.content, entry.path), result);
  return result;
}

std::vector<fs::path> Inputs::files() const {
  std::vector<fs::path> result;
  for (const Entry& entry : entries_) result.emplace_back(entry.path);
  return result;
}

}  // namespace reenact
