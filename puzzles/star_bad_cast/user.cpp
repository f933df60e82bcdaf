#include "shapes.h"

int main() {
  Square square(2);
  return radius_of(square);
}
