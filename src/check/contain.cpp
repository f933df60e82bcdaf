// contain SCRATCH PROGRAM [ARGUMENT...]: runs a program that may do anything, in a process namespace and a network of
// its own, writing below SCRATCH only. Ends with the program's exit status.
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "runtime/landlock.h"
#include "runtime/system_calls.h"

namespace {

void write_to(const char* path, const char* text, int length) {
  const int fd = open(path, O_WRONLY);
  if (fd < 0) return;
  (void)!write(fd, text, static_cast<size_t>(length));
  close(fd);
}

/// Namespaces need privileges; a user namespace of one's own has them.
bool separate() {
  constexpr int kOwn = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS;
  if (unshare(kOwn) == 0) return true;
  const unsigned user = getuid(), group = getgid();
  if (unshare(kOwn | CLONE_NEWUSER) != 0) return false;
  char line[64];
  write_to("/proc/self/setgroups", "deny", 4);
  write_to("/proc/self/uid_map", line, std::snprintf(line, sizeof line, "%u %u 1", user, user));
  write_to("/proc/self/gid_map", line, std::snprintf(line, sizeof line, "%u %u 1", group, group));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 125;
  if (!separate()) {
    std::fprintf(stderr,
                 "contain: this machine lets no program have namespaces of its own: the test is not run unprotected\n");
    return 125;
  }
  const pid_t child = fork();  // the first process of the new namespace: when it ends, all in it end
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // A debugger finds its process by number in /proc: it must be this namespace's.
    mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    mount("proc", "/proc", "proc", 0, nullptr);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    const rlimit files{256u << 20, 256u << 20}, none{0, 0};
    setrlimit(RLIMIT_FSIZE, &files);
    setrlimit(RLIMIT_CORE, &none);
    reenact::refuse_writes_outside(argv[1]);
    reenact::SystemCalls calls;
    reenact::refuse_changes_of_attributes(calls);
    calls.install();
    // Signals that would end the first process of a namespace are ignored there: run the program one level down.
    const pid_t program = fork();
    if (program == 0) {
      execvp(argv[2], argv + 2);
      _exit(127);
    }
    int status = 0;
    while (waitpid(program, &status, 0) != program) {
    }
    _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
  }
  if (child < 0) return 125;
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
