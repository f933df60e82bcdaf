#include "intervals.h"

#include <algorithm>
#include <cassert>

int overlap(const std::pair<int, int>& one, std::pair<int, int> other) {
  const int from = std::max(one.first, other.first), to = std::min(one.second, other.second);
  if (one.second < one.first || other.second < other.first) return 0;
  assert(from <= to);
  return to - from + 1;
}
