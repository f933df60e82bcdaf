#include "base/file_set.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <sstream>

#include "base/files.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

constexpr const char *kNext = ".reenact-next", *kList = "list";
constexpr char kKept = '+', kGone = '-';

/// Two processes that write into one folder do so one after the other.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder) : fd_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (fd_ >= 0 && flock(fd_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FolderLock() {
    if (fd_ >= 0) close(fd_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int fd_;
};

struct Move {
  fs::path to;
  bool is_kept = false;
};

/// In the order of the set; empty: nothing was begun, or it was not complete.
std::vector<Move> moves_in(const fs::path& folder) {
  std::vector<Move> moves;
  std::istringstream lines(read_file(folder / kNext / kList).value_or(""));
  for (std::string line; std::getline(lines, line) && line.size() > 1;)
    moves.push_back({folder / line.substr(1), line.front() == kKept});
  return moves;
}

/// Can be ended at any point, and done again.
Expected<void> move_all(const fs::path& folder) {
  const std::vector<Move> moves = moves_in(folder);
  const auto staged = [&](const Move& move) { return folder / kNext / move.to.filename(); };
  std::error_code error, ignored;
  // First of all: without it nobody takes for one set what is of two.
  if (!moves.empty() && is_there(staged(moves.back()))) fs::remove(moves.back().to, ignored);
  for (const Move& move : moves) {
    if (!move.is_kept)
      fs::remove(move.to, ignored);
    else if (is_there(staged(move)))
      fs::rename(staged(move), move.to, error);
    if (error) return usage_error(fmt::format("{}: cannot be written to: {}", move.to.string(), error.message()));
  }
  fs::remove_all(folder / kNext, ignored);
  return {};
}

/// In a session of its own: a signal to us, or to our group, does not reach it.
void move_all_beside(const fs::path& folder) {
  const pid_t mover = fork();
  if (mover == 0) {
    setsid();
    (void)move_all(folder);
    _exit(0);
  }
  while (mover > 0 && waitpid(mover, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

Expected<void> write_set(const fs::path& folder, const std::vector<FileOfSet>& files) {
  const FolderLock lock(folder);
  if (const auto finished = move_all(folder); !finished) return finished;
  const fs::path next = folder / kNext;
  if (const auto made = make_folder(next); !made) return made;
  std::string list;
  Expected<void> written;
  for (const FileOfSet& file : files) {
    list += fmt::format("{}{}\n", file.text ? kKept : kGone, file.name);
    if (written && file.text) written = write_file(next / file.name, *file.text);
  }
  if (written) written = write_file(next / kList, list);
  if (!written) {
    std::error_code ignored;
    fs::remove_all(next, ignored);
    return written;
  }
  move_all_beside(folder);
  return move_all(folder);  // what it could not do, in words
}

Expected<void> finish_set(const fs::path& folder) {
  const FolderLock lock(folder);
  return move_all(folder);
}

}  // namespace reenact
