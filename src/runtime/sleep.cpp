// Interposed: a test's sleeping takes no time. A device's driver that waits half a second between two attempts does the
// same without, and a search has thousands of tests to run meanwhile. What waits for another thread lets it run; other
// threads sleep as they wish: those that a test left running must not take the processor from the next.
#include <poll.h>
#include <sched.h>
#include <sys/select.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

#include "runtime/runtime.h"

namespace {

/// As clock_nanosleep(): 0, or the error.
int sleep_for(clockid_t clock, int flags, const timespec* wanted, timespec* left) {
  if (!reenact::runtime::on_test_thread())
    return syscall(SYS_clock_nanosleep, clock, flags, wanted, left) == 0 ? 0 : errno;
  if (wanted == nullptr) return EFAULT;
  if (wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec >= 1'000'000'000) return EINVAL;
  // Where there is no other thread, the processor would go to another program for some milliseconds.
  if (!__libc_single_threaded) sched_yield();
  return 0;
}

/// Nobody is there who could make a descriptor ready: a test has no network and starts no programs. With a limit, waiting
/// ends as it would; without, it never ends, and the test is cut off. Without descriptors it only sleeps: other threads
/// change nothing.
bool waits_in_vain(bool for_descriptors) {
  return reenact::runtime::on_test_thread() && (!for_descriptors || __libc_single_threaded);
}

}  // namespace

extern "C" {

int clock_nanosleep(clockid_t clock, int flags, const timespec* wanted, timespec* left) {
  return sleep_for(clock, flags, wanted, left);
}

int nanosleep(const timespec* wanted, timespec* left) {
  const int error = sleep_for(CLOCK_MONOTONIC, 0, wanted, left);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int usleep(useconds_t microseconds) {
  const timespec wanted{microseconds / 1'000'000, static_cast<long>(microseconds % 1'000'000) * 1000};
  return nanosleep(&wanted, nullptr);
}

unsigned sleep(unsigned seconds) {
  const timespec wanted{seconds, 0};
  timespec left{};
  return nanosleep(&wanted, &left) == 0 ? 0 : static_cast<unsigned>(left.tv_sec);
}

int select(int count, fd_set* readable, fd_set* writable, fd_set* exceptional, timeval* limit) {
  const bool for_descriptors = readable != nullptr || writable != nullptr || exceptional != nullptr || limit == nullptr;
  if (!waits_in_vain(for_descriptors))
    return static_cast<int>(syscall(SYS_select, count, readable, writable, exceptional, limit));
  timeval none{};
  const auto ready = static_cast<int>(syscall(SYS_select, count, readable, writable, exceptional, &none));
  if (ready == 0 && limit == nullptr) reenact_out_of_fuel();
  if (ready == 0) *limit = none;
  return ready;
}

int poll(pollfd* descriptors, nfds_t count, int limit_ms) {
  const bool for_descriptors = count > 0 || limit_ms < 0;
  if (!waits_in_vain(for_descriptors)) return static_cast<int>(syscall(SYS_poll, descriptors, count, limit_ms));
  const auto ready = static_cast<int>(syscall(SYS_poll, descriptors, count, 0));
  if (ready == 0 && limit_ms < 0) reenact_out_of_fuel();
  return ready;
}

}  // extern "C"
