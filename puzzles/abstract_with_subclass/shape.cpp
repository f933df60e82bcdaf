#include "shape.h"

#include <stdexcept>

static int sum(int corners) {
  if (corners == 2) throw std::domain_error("a polygon of two corners");
  return (corners - 2) * 180;
}

int angles(const Shape& shape) { return shape.corners() > 0 ? sum(shape.corners()) : 360; }
