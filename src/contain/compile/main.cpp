// compile SOCKET: runs compilers for the engine (contain/compilers.h), contained itself. clang is a part of this program, so that loading it,
// which takes as long as compiling a small file, is done once: each command gets a process of its own, forked from this one.
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string>

#include "contain/compile/clang.h"
#include "contain/compile/job.h"
#include "contain/program/landlock.h"
#include "contain/program/settings.h"

namespace reenact::compile {
namespace {

constexpr int kNotStarted = 127;

/// Beside what holds for all of us: one command's mistakes do not reach what others make.
void restrict_to(const std::string& folder) {
  contain::Settings settings;
  settings.writable = {folder.c_str()};
  settings.in_place = true;
  contain::restrict_files(settings);
}

[[noreturn]] void run(const Job& job, int output) {
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, 0);
  dup2(output, 1);
  dup2(output, 2);
  for (const std::string& variable : job.environment) {
    const auto at = variable.find('=');
    if (at != std::string::npos) setenv(variable.substr(0, at).c_str(), variable.c_str() + at + 1, 1);
  }
  if (!job.directory.empty() && chdir(job.directory.c_str()) != 0) _exit(kNotStarted);
  restrict_to(job.folder);
  run_compiler(job.command);
}

std::string read_all(int pipe) {
  std::string result;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t count = read(pipe, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return result;
    const std::size_t room = kMostWords - result.size();
    result.append(buffer.data(), std::min(static_cast<std::size_t>(count), room));
  }
}

/// nullopt: there is no room for another process.
std::optional<Answer> answer(const Job& job, int socket) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) {
    close(socket);
    run(job, ends[1]);
  }
  close(ends[1]);
  if (child < 0) return std::nullopt;
  Answer result;
  result.words = read_all(ends[0]);
  while (waitpid(child, &result.wait_status, 0) < 0 && errno == EINTR) {
  }
  close(ends[0]);
  return result;
}

/// Has a command left processes behind that go on? They are ours then.
bool has_leftovers() {
  pid_t ended = 0;
  while ((ended = waitpid(-1, nullptr, WNOHANG)) > 0) {
  }
  return ended == 0;
}

int serve(int socket) {
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  get_ready();
  // Where more commands than these come, more still are likely.
  constexpr int kFew = 8;
  for (int commands = 1; const auto message = receive(socket); ++commands) {
    const auto job = job_of(*message);
    const auto told = job ? answer(*job, socket) : std::nullopt;
    if (!told || !send(socket, packed(*told))) return 1;
    if (has_leftovers()) return 0;  // they end with us
    if (commands == kFew) get_faster();
  }
  return 0;
}

}  // namespace
}  // namespace reenact::compile

int main(int count, char** arguments) { return count == 2 ? reenact::compile::serve(std::atoi(arguments[1])) : 1; }
