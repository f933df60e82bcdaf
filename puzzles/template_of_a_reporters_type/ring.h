#pragma once
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace fixed {

/// At most N values, in the order in which they came.
template <class T, std::size_t N>
class Ring {
 public:
  void push(T value) {
    if (used_ == N) throw std::length_error("the ring is full");
    slots_[(first_ + used_++) % N] = std::move(value);
  }
  T pop() {
    if (used_ == 0) throw std::length_error("the ring is empty");
    T value = std::move(slots_[first_]);
    first_ = (first_ + 1) % N;
    --used_;
    return value;
  }
  const T& peek(std::size_t ahead) const {
    if (ahead >= used_) throw std::length_error("there are fewer");
    return slot(first_ + ahead);
  }

 private:
  const T& slot(std::size_t i) const {
    if (i >= N) throw std::out_of_range("no slot " + std::to_string(i));
    return slots_[i];
  }
  std::array<T, N> slots_{};
  std::size_t first_ = 0, used_ = 0;
};

}  // namespace fixed
