#include "meter.h"

int main() {
  Meter meter(3);
  meter.step(1);
  meter.reset();
}
