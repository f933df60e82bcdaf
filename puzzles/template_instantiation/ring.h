#pragma once

#include <stdexcept>
#include <vector>

/// Keeps the last `capacity` values.
template <typename T>
class Ring {
 public:
  explicit Ring(unsigned capacity) : capacity_(capacity % 64) {}

  void add(const T& value) {
    if (values_.size() >= capacity_ && !values_.empty()) values_.erase(values_.begin());
    values_.push_back(value);
  }

  const T& newest() const {
    if (values_.size() > capacity_) throw std::logic_error("ring overflows");
    static const T nothing{};
    return values_.empty() ? nothing : values_.back();
  }

 private:
  unsigned capacity_;
  std::vector<T> values_;
};
