#pragma once

#include <stdexcept>
#include <utility>
#include <vector>

namespace queue {
namespace detail {

template <bool newest_first, class T>
class Line {
 public:
  template <class... Arguments>
  std::pair<typename std::vector<T>::iterator, bool> emplace(Arguments&&... arguments) {
    waiting_.emplace_back(std::forward<Arguments>(arguments)...);
    return {waiting_.end() - 1, true};
  }

  T next() {
    check();
    const auto at = newest_first ? waiting_.end() - 1 : waiting_.begin();
    const T result = *at;
    waiting_.erase(at);
    return result;
  }

 private:
  void check() const {
    if (waiting_.size() < 2) throw std::length_error("fewer than two are waiting");
  }

  std::vector<T> waiting_;
};

}  // namespace detail

template <class T>
using First = detail::Line<false, T>;
template <class T>
using Last = detail::Line<true, T>;

}  // namespace queue
