#pragma once
#include <cstddef>
#include <initializer_list>

/// Numbers in the order in which they were put.
class Roster {
 public:
  using iterator = int*;
  Roster() = default;
  Roster(std::initializer_list<int> numbers);
  Roster(const Roster&) = delete;
  Roster& operator=(const Roster&) = delete;
  ~Roster();
  iterator begin();
  iterator end();
  iterator insert(iterator before, int number);
  iterator erase(iterator at);
  std::size_t size() const;

 private:
  void grow();
  int* data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};
