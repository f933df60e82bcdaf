#pragma once

#include <cassert>
#include <cstddef>

/// The last few values.
template <typename T, std::size_t room>
class Ring {
 public:
  void push(const T& value) {
    assert(size_ <= room);
    values_[size_++ % room] = value;
  }

 private:
  T values_[room] = {};
  std::size_t size_ = 0;
};

using Readings = Ring<double, 3>;
