#include "curve.h"

int main() {
  Curve curve;
  curve.add(3, 1);
  curve.add(3, 2);
  return curve(3);
}
