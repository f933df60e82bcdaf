#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/program_start.h"

namespace reenact {
namespace {

struct Pipe {
  int read_end = -1, write_end = -1;
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) == 0) {
      read_end = ends[0];
      write_end = ends[1];
    }
  }
  ~Pipe() {
    close_end(read_end);
    close_end(write_end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  static void close_end(int& fd) {
    if (fd >= 0) close(fd);
    fd = -1;
  }
};

constexpr std::chrono::milliseconds kInterruptionNoticed{50};

bool is_interrupted(const ProcessOptions& options) {
  return options.interrupted != nullptr && options.interrupted->load();
}

/// Reads both streams until they close, the user interrupts, or time is up; true if time was up.
bool collect(Pipe& out, Pipe& err, const ProcessOptions& options, ProcessResult& result) {
  const auto deadline = std::chrono::steady_clock::now() + options.time_limit;
  std::array<pollfd, 2> polled{{{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}}};
  std::array<std::string*, 2> texts{&result.out, &result.err};
  std::array<char, 65536> buffer;
  int open = 2;
  while (open > 0) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return true;
    if (is_interrupted(options)) return false;
    const auto wait = options.interrupted == nullptr ? left : std::min(left, kInterruptionNoticed);
    if (poll(polled.data(), polled.size(), static_cast<int>(wait.count())) < 0 && errno != EINTR) return false;
    for (std::size_t i = 0; i < polled.size(); ++i) {
      if (polled[i].fd < 0 || polled[i].revents == 0) continue;
      const ssize_t count = read(polled[i].fd, buffer.data(), buffer.size());
      if (count > 0) {
        const auto kept = std::min<std::size_t>(
            static_cast<std::size_t>(count), options.output_limit - std::min(options.output_limit, texts[i]->size()));
        texts[i]->append(buffer.data(), kept);
      } else if (count == 0 || errno != EINTR) {
        polled[i].fd = -1;
        --open;
      }
    }
  }
  return false;
}

}  // namespace

Expected<ProcessResult> run_process(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  if (is_interrupted(options)) return interrupted_error();
  Pipe out, err, lifeline;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (options.lifeline)
    posix_spawn_file_actions_adddup2(&actions, lifeline.read_end, 0);
  else
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, 1);
  posix_spawn_file_actions_adddup2(&actions, err.write_end, 2);
  if (!options.directory.empty()) posix_spawn_file_actions_addchdir_np(&actions, options.directory.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);

  const std::vector<std::string> environment =
      options.whole_environment ? options.environment : environment_with(options.environment);
  pid_t child = 0;
  const int failure = posix_spawnp(&child, arguments.at(0).c_str(), &actions, &attributes,
                                   null_terminated(arguments).data(), null_terminated(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) return subject_error(fmt::format("cannot run {}: {}", arguments[0], std::strerror(failure)));

  Pipe::close_end(out.write_end);
  Pipe::close_end(err.write_end);
  ProcessResult result;
  result.timed_out = collect(out, err, options, result);
  const bool interrupted = is_interrupted(options);
  if (result.timed_out || interrupted) kill(-child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  kill(-child, SIGKILL);  // nothing it started outlives it
  if (interrupted) return interrupted_error();
  result.exit_status = shell_status_of(status);
  return result;
}

}  // namespace reenact
