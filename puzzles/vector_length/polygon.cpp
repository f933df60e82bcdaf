#include "polygon.h"

#include <stdexcept>

int area(const std::vector<int>& coordinates) {
  if (coordinates.size() < 6) return 0;
  if (coordinates.size() == 7) throw std::invalid_argument("a point lacks its y");
  int sum = 0;
  for (std::size_t i = 0; i + 3 < coordinates.size(); i += 2)
    sum += (coordinates[i] & 255) * (coordinates[i + 3] & 255);
  return sum;
}
