// Interposed: sleeping takes no time. A device's driver that waits half a second between two attempts does the same
// without, and a search has thousands of tests to run meanwhile. What waits for another thread lets it run.
#include <poll.h>
#include <sched.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace {

int slept(const timespec* wanted) {
  if (wanted == nullptr) return EFAULT;
  if (wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec >= 1'000'000'000) return EINVAL;
  sched_yield();
  return 0;
}

}  // namespace

extern "C" {

int nanosleep(const timespec* wanted, timespec*) {
  const int error = slept(wanted);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int clock_nanosleep(clockid_t, int, const timespec* wanted, timespec*) { return slept(wanted); }

int usleep(useconds_t) {
  sched_yield();
  return 0;
}

unsigned sleep(unsigned) {
  sched_yield();
  return 0;
}

/// Without descriptors it only sleeps, too.
int select(int count, fd_set* readable, fd_set* writable, fd_set* exceptional, timeval* limit) {
  timeval none{};
  const bool only_sleeps = readable == nullptr && writable == nullptr && exceptional == nullptr && limit != nullptr;
  return static_cast<int>(syscall(SYS_select, count, readable, writable, exceptional, only_sleeps ? &none : limit));
}

int poll(pollfd* descriptors, nfds_t count, int limit_ms) {
  return static_cast<int>(syscall(SYS_poll, descriptors, count, count == 0 && limit_ms > 0 ? 0 : limit_ms));
}

}  // extern "C"
