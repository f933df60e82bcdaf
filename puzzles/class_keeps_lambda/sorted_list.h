#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

/// Values in the order that `Compare` gives them.
template <class T, class Compare>
class SortedList {
 public:
  explicit SortedList(Compare comes_before) : comes_before_(comes_before) {}

  void insert(const T& value) {
    std::size_t place = 0;
    while (place < values_.size() && comes_before_(values_[place], value)) ++place;
    values_.insert(values_.begin() + static_cast<std::ptrdiff_t>(place), value);
  }

  /// Equal neighbours, which are to be next to each other.
  std::size_t twins() const {
    std::size_t count = 0;
    for (std::size_t i = 1; i < values_.size(); ++i) {
      const bool rises = comes_before_(values_[i - 1], values_[i]), falls = comes_before_(values_[i], values_[i - 1]);
      assert(!(rises && falls));
      if (!rises && !falls) ++count;
    }
    return count;
  }

 private:
  Compare comes_before_;
  std::vector<T> values_;
};
