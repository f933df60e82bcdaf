// Interposed: a test that waits for a lock which nobody will let go ends at once. A constructor may leave its mutex locked,
// for a later call to unlock it; whoever takes that mutex instead would sleep until the test's time is over.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/single_threaded.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "runtime/runtime.h"

namespace reenact::runtime {
namespace {

/// The last locks that the running test took. What another test took, and holds still, a crash has left locked.
class TakenLocks {
 public:
  void note(const void* lock) {
    if (const uint64_t running = running_test(); test_ != running) {
      test_ = running;
      count_ = 0;
    }
    locks_[count_++ % locks_.size()] = lock;
  }

  [[nodiscard]] bool has(const void* lock) const {
    const auto end = locks_.begin() + std::min<size_t>(count_, locks_.size());
    return test_ == running_test() && std::find(locks_.begin(), end, lock) != end;
  }

 private:
  static uint64_t running_test() { return uint64_t{control->batch} << 32 | control->next; }

  std::array<const void*, 64> locks_{};
  uint64_t test_ = 0;
  size_t count_ = 0;
};

TakenLocks taken;

bool is_test_thread() { return current != nullptr && (__libc_single_threaded || on_test_thread()); }

/// An error-checking mutex tells its owner, a recursive one lets it in again.
bool lets_nobody_in_twice(const pthread_mutex_t& mutex) {
  constexpr int kind_mask = 3;
  const int kind = mutex.__data.__kind & kind_mask;
  return kind != PTHREAD_MUTEX_RECURSIVE_NP && kind != PTHREAD_MUTEX_ERRORCHECK_NP;
}

/// As the function called `name` of the C library, which waits, where `tried`, what trying gave, does not say all.
template <class Lock>
int lock_or_end(Lock* lock, int tried, bool is_held_for_ever, const char* name) {
  if (tried == 0 && is_test_thread()) taken.note(lock);
  if (tried != EBUSY) return tried;
  if (is_held_for_ever && is_test_thread()) die_waiting(taken.has(lock));
  return reinterpret_cast<int (*)(Lock*)>(dlsym(RTLD_NEXT, name))(lock);
}

bool is_held_for_ever(const pthread_rwlock_t& lock) {
  return __libc_single_threaded || lock.__data.__cur_writer == gettid();
}

}  // namespace
}  // namespace reenact::runtime

using namespace reenact::runtime;

extern "C" {

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  const int tried = pthread_mutex_trylock(mutex);
  const bool for_ever =
      tried == EBUSY && lets_nobody_in_twice(*mutex) && (__libc_single_threaded || mutex->__data.__owner == gettid());
  return lock_or_end(mutex, tried, for_ever, "pthread_mutex_lock");
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  const int tried = pthread_rwlock_tryrdlock(lock);
  return lock_or_end(lock, tried, tried == EBUSY && is_held_for_ever(*lock), "pthread_rwlock_rdlock");
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  const int tried = pthread_rwlock_trywrlock(lock);
  return lock_or_end(lock, tried, tried == EBUSY && is_held_for_ever(*lock), "pthread_rwlock_wrlock");
}

}  // extern "C"
