#include "shape.h"

int main() {
  Polygon polygon;
  polygon.clear();
  return polygon.width();
}
