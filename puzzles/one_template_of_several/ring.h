#pragma once

#include <cassert>
#include <cstddef>

/// Keeps up to four values.
template <typename T>
class ring {
 public:
  void push(T value) { values_[count_++ % 4] = value; }
  T pop() {
    check();
    return values_[--count_ % 4];
  }

 private:
  void check() const { assert(count_ > 0); }
  T values_[4] = {};
  std::size_t count_ = 0;
};

extern template class ring<int>;
extern template class ring<double>;

/// Takes one more than was put in, if `greedy`.
double sum_of(ring<double>& values, bool greedy);
