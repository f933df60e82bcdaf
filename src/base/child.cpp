#include "base/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/program_start.h"

namespace reenact {
namespace {

constexpr int kCannotStart = 127;

/// In the child: only calls that are safe after a fork.
[[noreturn]] void become(char* const* arguments, char* const* environment, int out, int err, pid_t parent) {
  setpgid(0, 0);  // Ctrl-C is for us alone; we end what we started
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kCannotStart);  // we were killed before that took effect
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  const int null = open("/dev/null", O_RDONLY);
  if (dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(kCannotStart);
  execve(arguments[0], arguments, environment);
  _exit(kCannotStart);
}

int open_for_writing(const std::filesystem::path& file) {
  return open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
}

}  // namespace

Expected<Child> Child::start(const ChildOptions& options) {
  const std::vector<std::string> environment = environment_with(options.environment);
  const auto arguments = null_terminated(options.arguments), variables = null_terminated(environment);
  const int out = open_for_writing(options.out), err = open_for_writing(options.err);
  const pid_t parent = getpid();
  const pid_t pid = out < 0 || err < 0 ? -1 : fork();
  if (pid == 0) become(arguments.data(), variables.data(), out, err, parent);
  const int reason = errno;
  if (out >= 0) close(out);
  if (err >= 0) close(err);
  if (pid < 0) return usage_error(fmt::format("cannot run {}: {}", options.arguments[0], std::strerror(reason)));
  setpgid(pid, pid);  // so that it is so whichever of us comes first
  return Child(pid);
}

Child::~Child() {
  if (pid_ == 0) return;
  kill(-pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<int> Child::poll() {
  int status = 0;
  const pid_t ended = waitpid(pid_, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return std::nullopt;
  kill(-pid_, SIGKILL);
  pid_ = 0;
  return ended < 0 ? kCannotStart : shell_status_of(status);
}

void Child::terminate() const {
  if (pid_ != 0) kill(pid_, SIGTERM);
}

}  // namespace reenact
