// What a process that runs tests may not do, beyond what the whole worker may not (contain/confinement.h): have children,
// and signal others.
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

#include "runtime/runtime.h"
#include "runtime/system_calls.h"

namespace reenact::runtime {
namespace {

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

}  // namespace

void restrict_child() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  SystemCalls calls;
  refuse_processes(calls);
  calls.install();
}

}  // namespace reenact::runtime
