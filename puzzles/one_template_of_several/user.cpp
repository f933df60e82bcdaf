#include "ring.h"

int main() {
  ring<double> values;
  return static_cast<int>(values.pop());
}
