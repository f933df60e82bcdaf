#include "ring.h"

int main() {
  Ring<double> ring(0);
  ring.add(1.5);
  return static_cast<int>(ring.newest());
}
