#include "median.h"

#include <stdexcept>

int middle_of(int* sorted, std::size_t size) {
  const int first = sorted[0], middle = sorted[size / 2];
  if (first < middle && middle - first < 0) throw std::overflow_error("too far apart");
  if (first > 0 && middle > 10 * first) throw std::range_error("scattered");
  return middle;
}
