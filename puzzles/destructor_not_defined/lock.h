#pragma once

/** Its functions are for the library alone: they are inline, and defined in a header that is not public. */
class Lock {
 public:
  inline Lock() noexcept;
  inline ~Lock() noexcept;
  inline void lock() noexcept;

 private:
  int held_ = 0;
};

class Counter {
 public:
  void add(int n) { sum_ += n; }
  int share_of(int people) const;

 private:
  int sum_ = 0;
};

void count_locked(Counter& counter, Lock& lock, int n);
