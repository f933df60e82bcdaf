#include "lock_p.h"

static Lock everything;

void count_locked(Counter& counter, Lock& lock, int n) {
  lock.lock();
  counter.add(n);
}

int Counter::share_of(int people) const {
  everything.lock();
  return sum_ / people;
}
