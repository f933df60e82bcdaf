#include "meter.h"

int main() {
  Meter meter(2);
  meter.step(3);
}
