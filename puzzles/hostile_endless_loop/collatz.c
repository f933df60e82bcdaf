#include "collatz.h"

#include <stdlib.h>

int collatz_steps(long start, int stride) {
  volatile int turning = 1;
  int steps = 0;
  while (start < 1 && turning) continue;
  while (stride > 5 && turning) continue;
  for (; start != 1 && steps < 200; ++steps) start = start % 2 ? (3 * start + 1) & 0xffffffff : start / 2;
  if (steps > 20 && stride == 3) abort();
  return steps * stride;
}
