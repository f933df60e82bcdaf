// What the subject may not do: write outside its scratch folder (Landlock), reach the network, start programs, signal
// others (seccomp), or take all memory and descriptors (limits).
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>

#include "runtime/landlock.h"
#include "runtime/runtime.h"

namespace reenact::runtime {
namespace {

constexpr uint32_t kRefuse = SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA);

template <size_t N>
void install(sock_filter (&code)[N]) {
  sock_fprog program{static_cast<unsigned short>(N), code};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

sock_filter load(uint32_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset); }
sock_filter answer(uint32_t value) { return BPF_STMT(BPF_RET | BPF_K, value); }
/// Skips `yes` instructions if the loaded word equals `value`, else `no`.
sock_filter if_equal(uint32_t value, uint8_t yes, uint8_t no) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no);
}

void refuse_network_and_programs() {
  sock_filter code[] = {load(offsetof(seccomp_data, nr)),
                        if_equal(SYS_socket, 13, 0),
                        if_equal(SYS_connect, 12, 0),
                        if_equal(SYS_execve, 11, 0),
                        if_equal(SYS_execveat, 10, 0),
                        if_equal(SYS_ptrace, 9, 0),
                        if_equal(SYS_process_vm_writev, 8, 0),
                        if_equal(SYS_mount, 7, 0),
                        if_equal(SYS_reboot, 6, 0),
                        if_equal(SYS_setsid, 5, 0),
                        if_equal(SYS_pidfd_send_signal, 4, 0),
                        if_equal(SYS_bpf, 3, 0),
                        if_equal(SYS_userfaultfd, 2, 0),
                        if_equal(SYS_io_uring_setup, 1, 0),
                        answer(SECCOMP_RET_ALLOW),
                        answer(kRefuse)};
  install(code);
}

/// In a child: no further processes, and signals to itself only.
void refuse_processes() {
  const auto self = static_cast<uint32_t>(getpid());
  sock_filter code[] = {load(offsetof(seccomp_data, nr)),
                        if_equal(SYS_clone, 6, 0),
                        if_equal(SYS_clone3, 8, 0),
                        if_equal(SYS_fork, 9, 0),
                        if_equal(SYS_vfork, 8, 0),
                        if_equal(SYS_kill, 9, 0),
                        if_equal(SYS_tgkill, 8, 0),
                        if_equal(SYS_tkill, 5, 11),             // -> refuse, else allow
                        load(offsetof(seccomp_data, args[0])),  // clone: threads only
                        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 9, 3),
                        answer(SECCOMP_RET_ALLOW),
                        answer(SECCOMP_RET_ERRNO | (ENOSYS & SECCOMP_RET_DATA)),  // clone3: glibc falls back to clone
                        answer(kRefuse),
                        answer(kRefuse),
                        answer(kRefuse),
                        load(offsetof(seccomp_data, args[0])),  // kill, tgkill
                        if_equal(self, 2, 0),
                        answer(kRefuse),
                        answer(SECCOMP_RET_ALLOW),
                        answer(SECCOMP_RET_ALLOW)};
  install(code);
}

void limit(__rlimit_resource resource, rlim_t value) {
  const rlimit limits{value, value};
  setrlimit(resource, &limits);
}

}  // namespace

void restrict_zygote() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 64 << 20);
  limit(RLIMIT_NOFILE, 256);
  if (!control->address_sanitizer)  // ASan's shadow is terabytes of address space; it limits allocations itself
    limit(RLIMIT_AS, static_cast<rlim_t>(control->memory_limit_mb) << 20);
  const int nothing = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; ++fd) dup2(nothing, fd);
  if (nothing > 2) close(nothing);
  refuse_writes_outside(control->scratch);
  refuse_network_and_programs();
}

void restrict_child() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  refuse_processes();
}

}  // namespace reenact::runtime
