#include "route.h"

#include <cassert>

int length_of(const std::vector<Stop>& stops) {
  int sum = 0;
  for (const Stop& stop : stops) sum += stop.x;
  assert(stops.size() < 2 || stops[1].y != 5);
  return sum;
}
