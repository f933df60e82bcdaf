#include "roster.h"

#include <cstdlib>

Roster::Roster(std::initializer_list<int> numbers) {
  for (const int number : numbers) insert(end(), number);
}

Roster::~Roster() { std::free(data_); }

Roster::iterator Roster::begin() { return data_; }
Roster::iterator Roster::end() { return data_ + size_; }
std::size_t Roster::size() const { return size_; }

void Roster::grow() {
  capacity_ = capacity_ == 0 ? 4 : capacity_ * 2;
  int* const bigger = static_cast<int*>(std::malloc(capacity_ * sizeof(int)));
  for (std::size_t i = 0; i < size_; ++i) bigger[i] = data_[i];
  std::free(data_);
  data_ = bigger;
}

Roster::iterator Roster::insert(iterator before, int number) {
  if (before == end()) {
    if (size_ == capacity_) grow();
    data_[size_++] = number;
    return end() - 1;
  }
  if (size_ == capacity_) grow();
  for (int* at = end(); at > before && at > data_; --at) *at = at[-1];
  ++size_;
  *before = number;
  return before;
}

Roster::iterator Roster::erase(iterator at) {
  for (int* each = at; each + 1 < end(); ++each) *each = each[1];
  --size_;
  return at;
}
