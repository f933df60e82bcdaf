// contain OPTION... -- PROGRAM [ARGUMENT...]: runs a program that may do anything where it can do no harm (see
// contain/confinement.h, which makes these commands). Ends with the program's exit status; 125: with words of its own.
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "contain/program/filter.h"
#include "contain/program/landlock.h"
#include "contain/program/settings.h"
#include "contain/program/supervisor.h"

namespace reenact::contain {
namespace {

constexpr int kNotContained = 125, kNotStarted = 127;

/// Ctrl-C is for the engine alone, and nothing here has to do with a terminal. Not by a session of its own: Linux
/// schedules sessions as groups, and one that begins beside a process that computes may wait for its first millisecond
/// for a minute (seen with 6.18).
void leave_terminal() {
  const int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return;
  ioctl(terminal, TIOCNOTTY);
  close(terminal);
}

/// Never more than who started us has; of the stack, than they could have: a worker's frames are larger than a program's.
void limit(__rlimit_resource resource, rlim_t value) {
  rlimit limits{value, value};
  if (rlimit now{}; getrlimit(resource, &now) == 0) {
    limits.rlim_max = std::min(value, now.rlim_max);
    limits.rlim_cur = resource == RLIMIT_STACK ? limits.rlim_max : std::min(value, now.rlim_cur);
  }
  setrlimit(resource, &limits);
}

void limit_process(const Settings& settings) {
  constexpr rlim_t kMb = 1u << 20;
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_MEMLOCK, 8 * kMb);
  limit(RLIMIT_SIGPENDING, 256);  // timers count as such
  limit(RLIMIT_MSGQUEUE, 0);
  if (settings.cpu_seconds != 0) limit(RLIMIT_CPU, settings.cpu_seconds);
  if (settings.address_space_mb != 0) limit(RLIMIT_AS, settings.address_space_mb * kMb);
  if (settings.file_mb != 0) limit(RLIMIT_FSIZE, settings.file_mb * kMb);
  if (settings.stack_mb != 0) limit(RLIMIT_STACK, settings.stack_mb * kMb);
  if (settings.descriptors != 0) limit(RLIMIT_NOFILE, settings.descriptors);
}

/// Of root's privileges. With them the memory and environment of every process could be read, whatever Landlock says.
void drop_capabilities() {
  constexpr int kMore = 64;  // than there are; the kernel refuses numbers it does not know
  for (int capability = 0; capability < kMore; ++capability) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  syscall(SYS_capset, &header, none);
}

/// No descriptor of ours stays with it but the one to be kept.
void close_others(int kept) {
  syscall(SYS_close_range, 3U, ~0U, 4U /* CLOSE_RANGE_CLOEXEC */);
  if (kept >= 0) fcntl(kept, F_SETFD, 0);
}

/// Becomes the program. `told`: where to write the number of the descriptor that new processes are asked about on.
[[noreturn]] void become(const Settings& settings, int told) {
  close_others(settings.kept_descriptor);
  limit_process(settings);
  drop_capabilities();
  restrict_files(settings);
  if (settings.fixed_addresses) personality(ADDR_NO_RANDOMIZE);
  const Ticket ticket = make_ticket(settings.command);
  if (ticket.path == nullptr) _exit(kNotContained);
  const int questions = restrict_calls(settings, ticket);
  if (told >= 0 && write(told, &questions, sizeof questions) != sizeof questions) _exit(kNotContained);
  // What may start programs finds them by PATH, as usual.
  if (settings.licence >= Licence::kTools)
    execvp(settings.command[0], settings.command);
  else
    execve(ticket.path, ticket.arguments, environ);
  std::fprintf(stderr, "contain: cannot run %s: %s\n", settings.command[0], std::strerror(errno));
  _exit(kNotStarted);
}

/// The number that the child writes; -1: it ended before that. (Its end of the pipe is ours, too: it does not close.)
int told_by(pid_t child, int pipe) {
  constexpr int kLookEveryMs = 10;
  pollfd polled{pipe, POLLIN, 0};
  siginfo_t ended{};
  while (poll(&polled, 1, kLookEveryMs) <= 0 && ended.si_pid == 0)
    waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT);
  int number = -1;
  const bool is_told = (polled.revents & POLLIN) != 0 && read(pipe, &number, sizeof number) == sizeof number;
  return is_told ? number : -1;
}

/// Standard input for us alone, and nothing in its place; -1: it is no lifeline.
int take_lifeline(const Settings& settings) {
  if (!settings.lifeline) return -1;
  // Nobody else is to hold it open: not by /proc either, which asks whether a process may be looked into.
  prctl(PR_SET_DUMPABLE, 0);
  const int lifeline = fcntl(0, F_DUPFD_CLOEXEC, 3), nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, 0);
  close(nothing);
  return lifeline;
}

bool is_closed(int lifeline) {
  pollfd polled{lifeline, 0, 0};
  return poll(&polled, 1, 0) > 0;
}

/// Starts the program below this process, and watches over it.
int run_supervised(const Settings& settings, int lifeline) {
  if (is_closed(lifeline)) return kNotContained;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return kNotContained;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t self = getpid();
  // Descriptors in common, until one of us runs another program: the one for questions is made in the child.
  const auto child = static_cast<pid_t>(syscall(SYS_clone, CLONE_FILES | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
  if (child < 0) return kNotContained;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != self) _exit(kNotContained);
    become(settings, ends[1]);
  }
  return supervise(child, {.questions = told_by(child, ends[0]), .lifeline = lifeline}, settings);
}

/// The supervisor stays when this process is killed, and cleans up then.
int run_below(const Settings& settings, int lifeline) {
  const pid_t self = getpid();
  const pid_t supervisor = fork();
  if (supervisor < 0) return kNotContained;
  if (supervisor == 0) {
    setpgid(0, 0);  // whoever kills our group means us
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    _exit(getppid() == self ? run_supervised(settings, lifeline) : kNotContained);
  }
  // Nothing of the program's is to be held open here.
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int i = 0; i < 3; ++i) dup2(nothing, i);
  int status = 0;
  while (waitpid(supervisor, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int run(char** arguments) {
  const auto settings = settings_from(arguments);
  if (!settings) {
    std::fprintf(stderr, "contain: this is a part of reenact, and nobody else's command\n");
    return kNotContained;
  }
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (settings->in_place) become(*settings, -1);
  leave_terminal();
  const int lifeline = take_lifeline(*settings);
  return settings->namespaced ? run_supervised(*settings, lifeline) : run_below(*settings, lifeline);
}

}  // namespace
}  // namespace reenact::contain

int main(int, char** argv) { return reenact::contain::run(argv + 1); }
