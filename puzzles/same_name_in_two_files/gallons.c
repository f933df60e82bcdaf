#include <assert.h>

#include "units.h"

static int convert(int value) {
  assert(value != 500);
  return value * 3785 % 100000;
}

int litres_from_gallons(int gallons) { return convert(gallons & 1023); }
