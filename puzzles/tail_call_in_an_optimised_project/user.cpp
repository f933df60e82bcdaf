#include "shape.h"

int main() {
  Shape shape;
  shape.scale(2);
}
