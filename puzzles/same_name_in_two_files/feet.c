#include <assert.h>

#include "units.h"

static int convert(int value) {
  assert(value != 500);
  return value * 3048 % 100000;
}

int metres_from_feet(int feet) { return convert(feet & 1023); }
