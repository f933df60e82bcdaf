#pragma once
#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace fixed {

/// At most eight values.
template <class T>
class Stack {
 public:
  Stack() = default;
  Stack(const Stack& other) { take_copies(other, other.most_); }
  Stack& operator=(const Stack&) = delete;
  ~Stack() {
    while (used_ > 0) pop();
  }
  void push(T value) {
    if (used_ == kMost) return;
    new (at(used_)) T(std::move(value));
    if (++used_ > most_) most_ = used_;
  }
  void pop() {
    if (used_ > 0) at(--used_)->~T();
  }

 private:
  static constexpr std::size_t kMost = 8;
  T* at(std::size_t i) { return reinterpret_cast<T*>(slots_) + i; }
  const T* at(std::size_t i) const { return reinterpret_cast<const T*>(slots_) + i; }
  void take_copies(const Stack& other, std::size_t count) {
    if constexpr (std::is_trivially_copyable_v<T>) {
      std::memcpy(slots_, other.slots_, count * sizeof(T));
    } else {
      for (std::size_t i = 0; i < count; ++i) new (at(i)) T(*other.at(i));
    }
    used_ = most_ = count;
  }
  alignas(T) unsigned char slots_[kMost * sizeof(T)] = {};
  std::size_t used_ = 0, most_ = 0;
};

}  // namespace fixed
