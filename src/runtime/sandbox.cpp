// What the subject may not do: write outside its scratch folder (Landlock), change files' attributes, reach the network,
// start programs, signal others (seccomp), or take all memory and descriptors (limits).
#include <asm/ioctls.h>
#include <asm/sockios.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

#include "runtime/landlock.h"
#include "runtime/runtime.h"
#include "runtime/system_calls.h"

namespace reenact::runtime {
namespace {

void refuse_network_and_programs(SystemCalls& calls) {
  calls.refuse({SYS_socket, SYS_connect, SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_writev, SYS_pidfd_getfd,
                SYS_mount, SYS_reboot, SYS_setsid, SYS_bpf, SYS_userfaultfd});
}

/// In ways that are not seen to concern this process alone.
void refuse_signals_to_others(SystemCalls& calls) {
  calls.refuse(SYS_pidfd_send_signal);
  // A file may signal whomever it belongs to when it can be read.
  calls.refuse_if(SYS_fcntl, 1, F_SETOWN);
  calls.refuse_if(SYS_fcntl, 1, F_SETOWN_EX);
  calls.refuse_if(SYS_ioctl, 1, FIOSETOWN);
  calls.refuse_if(SYS_ioctl, 1, SIOCSPGRP);
  calls.refuse_unless(SYS_prlimit64, 0, 0);  // no processor time left is a signal, too
}

/// In a child: no further processes, and signals to itself only.
void refuse_processes(SystemCalls& calls) {
  calls.refuse({SYS_fork, SYS_vfork, SYS_tkill});
  calls.refuse(SYS_clone3, ENOSYS);  // glibc falls back to clone
  calls.refuse_without(SYS_clone, 0, CLONE_THREAD);
  calls.refuse_if(SYS_prctl, 0, PR_SET_PDEATHSIG);  // it is to die with its fork server
  const auto self = static_cast<uint32_t>(getpid());
  for (const int call : {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo})
    calls.refuse_unless(call, 0, self);
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
  SystemCalls calls;
  refuse_network_and_programs(calls);
  refuse_signals_to_others(calls);
  refuse_changes_of_attributes(calls);
  calls.install();
}

void restrict_child() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  SystemCalls calls;
  refuse_processes(calls);
  calls.install();
}

}  // namespace reenact::runtime
