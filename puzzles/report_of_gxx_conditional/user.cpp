#include "shape.h"

int main() {
  Shape shape("box");
  return shape.width();
}
