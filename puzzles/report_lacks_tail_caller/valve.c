#include "valve.h"

#include <stdlib.h>

__attribute__((noinline)) static int release(int pressure) {
  if (pressure > 880 && pressure < 900) abort();
  return pressure / 2;
}

__attribute__((noinline)) int valve_open(int percent, int pressure) {
  if (percent < 80) return 0;
  return release(pressure + percent);
}

__attribute__((noinline)) int valve_open_all(int count, int pressure) {
  int sum = 0;
  for (int i = 0; i < count && i < 10; ++i) sum += valve_open(90, pressure - 10 * i);
  return sum;
}
