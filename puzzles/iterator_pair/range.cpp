#include "range.h"

#include <cassert>

int largest(std::vector<int>::const_iterator first, std::vector<int>::const_iterator last) {
  int result = 0;
  for (; first != last; ++first) result = *first > result ? *first : result;
  assert(result != 7);
  return result;
}

int count(const std::vector<int>& numbers) { return static_cast<int>(numbers.size()); }
