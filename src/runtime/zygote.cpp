// The fork server: one child runs test after test; whoever dies is replaced, and the next child goes on behind it.
#include <linux/futex.h>
#include <sys/prctl.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <ctime>

#include "runtime/runtime.h"

namespace reenact::runtime {
namespace {

uint32_t load(const uint32_t& word) { return __atomic_load_n(&word, __ATOMIC_ACQUIRE); }
void set(uint32_t& word, uint32_t value) { __atomic_store_n(&word, value, __ATOMIC_RELEASE); }
void wait_while(uint32_t& word, uint32_t value) { syscall(SYS_futex, &word, FUTEX_WAIT, value, nullptr, nullptr, 0); }
void wake(uint32_t& word) { syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0); }

char* segment() { return reinterpret_cast<char*>(control); }

ReenactObservation* observation(uint32_t test) {
  return reinterpret_cast<ReenactObservation*>(segment() + control->observations_offset +
                                               test * control->observation_stride);
}

void finish_batch(uint32_t batch) {
  set(control->done, batch);
  wake(control->done);
}

void start_ticking() {
  itimerval interval{};
  interval.it_interval.tv_usec = interval.it_value.tv_usec = 20'000;
  setitimer(ITIMER_REAL, &interval, nullptr);
}

/// Notices that something a test left in the subject's globals (an allocator's function set to null) makes the tests behind
/// it crash: of those, far fewer pass than of the first ones. What crashes is outlived, so only this ends the child.
class Health {
 public:
  /// False: the child should be replaced.
  bool note(bool passed) {
    passes_ += passed ? 1 : 0;
    if (++tests_ % kWindow != 0) return true;
    const uint32_t passes = passes_;
    passes_ = 0;
    if (tests_ == kWindow) first_ = passes;
    // Where few pass from the beginning, one of the first tests may have done it: nobody knows.
    if (first_ < kFew && tests_ >= kShort) return false;
    return 2 * passes >= first_;
  }

 private:
  static constexpr uint32_t kWindow = 64, kFew = 8, kShort = 1024;  // tests
  uint32_t tests_ = 0, passes_ = 0, first_ = 0;
};

/// Tests that ended in an outlived crash, or were cut off, leave their memory behind.
class Leftovers {
 public:
  /// False: there is so much of it that the child should be replaced.
  bool note() {
    const bool was_cut_off = control->cut_off != cut_off_;  // perhaps in the middle of filling all memory
    if (!was_cut_off && control->outlived - outlived_ < kFew) return true;
    cut_off_ = control->cut_off;
    outlived_ = control->outlived;
    return resident_pages() < first_ + kMost;
  }

 private:
  static constexpr uint32_t kFew = 64;                      // crashes
  const uint64_t kMost = control->memory_limit_mb * 64ull;  // pages: a quarter of what it may have

  static uint64_t resident_pages() { return second_number_in("/proc/self/statm"); }

  uint32_t outlived_ = control->outlived, cut_off_ = control->cut_off;
  uint64_t first_ = resident_pages();
};

[[noreturn]] void run_child(pid_t zygote) {
  restrict_child();
  if (getppid() != zygote) _exit(0);  // it was killed before its death could be a signal to us
  start_ticking();
  std::atexit([] { die(kReenactExit, 0, 0, 0, ""); });
  uint32_t tests_run = 0;
  Health health;
  Leftovers leftovers;
  bool healthy = true, had_whole_stack = false;
  while (true) {
    uint32_t batch;
    while ((batch = load(control->batch)) == load(control->done)) wait_while(control->batch, batch);
    if (control->fresh != 0 && tests_run > 0) _exit(0);
    if (control->test_stack_kb != 0) {
      const bool is_whole = control->whole_stack != 0;
      if (had_whole_stack && !is_whole) _exit(0);  // what a stack has grown to, it keeps
      had_whole_stack = is_whole;
      limit_stack(is_whole ? 0 : control->test_stack_kb);
    }
    const uint32_t* tests = reinterpret_cast<const uint32_t*>(segment() + control->tests_offset);
    const uint32_t* offsets = reinterpret_cast<const uint32_t*>(segment() + control->test_offsets_offset);
    while (load(control->next) < control->test_count) {
      if (tests_run >= control->child_tests || !healthy) _exit(0);
      const uint32_t test = control->next;
      set(control->next, test + 1);
      close_left_descriptors();
      remove_left_files();
      run_test(tests + offsets[test], observation(test));
      ++tests_run;
      healthy = health.note(observation(test)->outcome == kReenactPassed) && leftovers.note();
    }
    finish_batch(batch);
  }
}

/// A child is gone: give the test it was running an outcome if it could not do so itself.
void bury(int status) {
  const uint32_t started = load(control->next);
  if (load(control->batch) == load(control->done) || started == 0) return;
  ReenactObservation* last = observation(started - 1);
  if (last->outcome == kReenactPending) {
    last->outcome =
        WIFSIGNALED(status) ? (WTERMSIG(status) == SIGKILL ? kReenactTimeout : kReenactSignal) : kReenactExit;
    last->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  }
  if (started >= control->test_count) finish_batch(load(control->batch));
}

/// Without the handlers of pthread_atfork where there is one thread only, and so nobody else who could hold a lock:
/// AddressSanitizer's write to 4 MB of its own in both processes, which takes longer than most children live.
pid_t fork_child() { return __libc_single_threaded != 0 ? _Fork() : fork(); }

}  // namespace

void serve() {
  const pid_t zygote = getpid();
  remove_left_files();  // opens the folder for all children
  while (true) {
    const pid_t child = fork_child();
    if (child == 0) run_child(zygote);
    if (child < 0) {
      const timespec moment{0, 10'000'000};
      syscall(SYS_nanosleep, &moment, nullptr);  // ours returns at once
      continue;
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
    }
    control->deaths++;
    bury(status);
  }
}

}  // namespace reenact::runtime
