#include "shape.h"

int main() {
  const Circle circle(77);
  const Shape& shape = circle;
  return shape.cut(1234);
}
