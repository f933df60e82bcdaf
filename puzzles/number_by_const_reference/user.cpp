#include "ring.h"

int main() {
  Readings readings;
  for (int i = 0; i < 5; ++i) readings.push(0.5 * i);
}
