#include "contain/program/filter.h"

#include <asm/ioctls.h>
#include <asm/sockios.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/sched.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <tuple>

#include "contain/program/calls.h"
#include "contain/program/landlock.h"

namespace reenact::contain {
namespace {

constexpr int kNotLoaded = -2;

/// libseccomp's rules. What one cannot add is a call that this machine's library does not know: it stays refused.
class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ERRNO(ENOSYS))) {
    // Calls by the doors of other architectures have other numbers.
    seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(EPERM));
    seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a tree: the time of a call does not grow with the list
  }
  ~Filter() { seccomp_release(context_); }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  template <std::size_t N>
  void allow(const char* const (&names)[N]) {
    for (const char* name : names) add(SCMP_ACT_ALLOW, name, {});
  }
  void add(std::uint32_t action, const char* name, std::initializer_list<scmp_arg_cmp> conditions) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return;
    (void)seccomp_rule_add_array(context_, action, number, static_cast<unsigned>(conditions.size()),
                                 conditions.begin());
  }
  [[nodiscard]] int load() { return seccomp_load(context_); }
  [[nodiscard]] int descriptor() { return seccomp_notify_fd(context_); }

 private:
  scmp_filter_ctx context_;
};

scmp_arg_cmp equal(unsigned argument, std::uint64_t value) { return SCMP_CMP64(argument, SCMP_CMP_EQ, value, 0); }
scmp_arg_cmp low_word_is(unsigned argument, std::uint32_t value) {
  return SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, 0xffffffffULL, value);
}
scmp_arg_cmp has_bits(unsigned argument, std::uint64_t mask, std::uint64_t bits) {
  return SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, mask, bits);
}

bool starts_programs(const Settings& settings) { return settings.licence >= Licence::kTools; }

void add_processes(Filter& filter, const Settings& settings, std::uint32_t action) {
  constexpr std::uint64_t kNamespaces =
      CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
  filter.add(SCMP_ACT_ERRNO(ENOSYS), "clone3", {});  // its flags are in memory; the C library falls back to clone
  const std::uint64_t mask = settings.licence == Licence::kTest ? kNamespaces | CLONE_THREAD : kNamespaces;
  filter.add(action, "clone", {has_bits(0, mask, mask & CLONE_THREAD)});
  if (!starts_programs(settings)) return;
  filter.add(action, "fork", {});
  filter.add(action, "vfork", {});
}

void add_signals(Filter& filter, const Settings& settings, std::uint32_t ask) {
  if (settings.licence == Licence::kTest) {
    const auto self = static_cast<std::uint32_t>(getpid());
    for (const char* call : {"kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"})
      filter.add(SCMP_ACT_ALLOW, call, {low_word_is(0, self)});
    return;
  }
  // Its own processes, and these are all that a namespace or Landlock lets it reach; else each is asked about.
  const bool is_scoped = settings.namespaced || landlock_version() >= kScopesSignals;
  for (const char* call : kSignals) filter.add(is_scoped ? SCMP_ACT_ALLOW : ask, call, {});
}

/// Calls that do much else, too.
void add_partly_allowed(Filter& filter) {
  for (const std::uint32_t command :
       {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK,
        F_OFD_SETLK, F_OFD_SETLKW, F_GETOWN, F_GETPIPE_SZ, F_SETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS})
    filter.add(SCMP_ACT_ALLOW, "fcntl", {low_word_is(1, command)});
  filter.add(SCMP_ACT_ALLOW, "mknod", {has_bits(1, S_IFMT, S_IFIFO)});  // devices: no
  filter.add(SCMP_ACT_ALLOW, "mknodat", {has_bits(2, S_IFMT, S_IFIFO)});
  filter.add(SCMP_ACT_ALLOW, "prlimit64", {low_word_is(0, 0)});
  filter.add(SCMP_ACT_ALLOW, "sched_setaffinity", {low_word_is(0, 0)});
  filter.add(SCMP_ACT_ALLOW, "personality", {low_word_is(0, 0xffffffffU)});
  for (const std::uint32_t what :
       {PR_SET_NAME, PR_GET_NAME, PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_SET_SECCOMP, PR_GET_SECCOMP,
        PR_GET_DUMPABLE, PR_SET_DUMPABLE, PR_GET_PDEATHSIG, PR_SET_VMA, PR_SET_TIMERSLACK, PR_GET_TIMERSLACK,
        PR_CAPBSET_READ, PR_GET_KEEPCAPS, PR_SET_PTRACER})
    filter.add(SCMP_ACT_ALLOW, "prctl", {low_word_is(0, what)});
  // Die with the parent, yes; outlive it, no.
  filter.add(SCMP_ACT_ALLOW, "prctl", {low_word_is(0, PR_SET_PDEATHSIG), low_word_is(1, 9)});
  // Of terminals, pipes and files: what asks. Device drivers, file attributes, input to terminals: no.
  for (const std::uint32_t what :
       {TCGETS, TIOCGWINSZ, TIOCGPGRP, TIOCGSID, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX, FIOASYNC, FIOQSIZE})
    filter.add(SCMP_ACT_ALLOW, "ioctl", {low_word_is(1, what)});
  for (const unsigned long what : {FS_IOC_GETFLAGS, FICLONE, FICLONERANGE})
    filter.add(SCMP_ACT_ALLOW, "ioctl", {low_word_is(1, static_cast<std::uint32_t>(what))});
}

/// Of the other lists, what this licence has no use for: refused as not allowed. The rest does not exist.
void add_refusals(Filter& filter, const Settings& settings) {
  for (const char* name : kModes) filter.add(SCMP_ACT_ERRNO(settings.modes_in_vain ? 0 : EPERM), name, {});
  for (const char* name : kRefused) filter.add(SCMP_ACT_ERRNO(EPERM), name, {});
  if (settings.licence == Licence::kTest) filter.add(SCMP_ACT_ERRNO(EPERM), "tkill", {});
  if (!starts_programs(settings))
    for (const char* name : {"execveat", "fork", "vfork", "setsid", "setpgid"})
      filter.add(SCMP_ACT_ERRNO(EPERM), name, {});
  if (settings.licence < Licence::kDebugger)
    for (const char* name : kOfDebuggers) filter.add(SCMP_ACT_ERRNO(EPERM), name, {});
}

void add_exec(Filter& filter, const Ticket& ticket) {
  filter.add(SCMP_ACT_ALLOW, "execve",
             {equal(0, reinterpret_cast<std::uintptr_t>(ticket.path)),
              equal(1, reinterpret_cast<std::uintptr_t>(ticket.arguments))});
}

/// `action`: what is done about a new process or thread. Its descriptor, or -1.
int install(const Settings& settings, const Ticket& ticket, std::uint32_t action) {
  Filter filter;
  filter.allow(kHarmless);
  if (starts_programs(settings)) filter.allow(kOfTools);
  if (settings.licence == Licence::kDebugger) filter.allow(kOfDebuggers);
  if (!starts_programs(settings)) add_exec(filter, ticket);
  add_processes(filter, settings, action);
  add_signals(filter, settings, action);
  add_partly_allowed(filter);
  add_refusals(filter, settings);
  if (filter.load() != 0) return kNotLoaded;
  return action == SCMP_ACT_NOTIFY ? filter.descriptor() : -1;
}

/// A number that nobody can guess.
std::uint64_t secret() {
  std::uint64_t number = 0;
  while (getrandom(&number, sizeof number, 0) != sizeof number) {
  }
  return number;
}

/// Memory at a place that nobody can guess; null: there is none.
char* secret_place(std::size_t size) {
  constexpr std::uint64_t kPage = 4096, kLowest = 1ULL << 32, kHighest = 1ULL << 46;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t page = (kLowest + secret() % (kHighest - kLowest)) & ~(kPage - 1);
    void* memory = mmap(std::bit_cast<void*>(page), size + kPage, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (memory == MAP_FAILED) continue;
    return static_cast<char*>(memory) + secret() % (kPage / sizeof(char*)) * sizeof(char*);
  }
  return nullptr;
}

}  // namespace

Ticket make_ticket(char** command) {
  std::size_t count = 0;
  while (command[count] != nullptr) ++count;
  Ticket ticket;
  char* path = secret_place(std::strlen(command[0]) + 1);
  char* arguments = secret_place((count + 1) * sizeof(char*));
  if (path == nullptr || arguments == nullptr) return ticket;
  ticket.path = std::strcpy(path, command[0]);
  ticket.arguments = static_cast<char**>(std::memcpy(arguments, command, (count + 1) * sizeof(char*)));
  return ticket;
}

int restrict_calls(const Settings& settings, const Ticket& ticket) {
  int descriptor = settings.in_place ? kNotLoaded : install(settings, ticket, SCMP_ACT_NOTIFY);
  // One process in a chain may be asked: where somebody outside is already, the supervisor looks by itself.
  if (descriptor == kNotLoaded) descriptor = install(settings, ticket, SCMP_ACT_ALLOW);
  if (descriptor == kNotLoaded) {
    std::fprintf(stderr, "contain: this kernel has no seccomp: nothing is run unprotected\n");
    _exit(125);
  }
  return descriptor;
}

}  // namespace reenact::contain
