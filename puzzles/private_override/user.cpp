#include "shape.h"

int main() {
  const Circle circle(3);
  const Shape& shape = circle;
  return shape.cut(-1);
}
