#include "meter_internal.h"

#include <assert.h>

int meter_scale(int value, meter_unit unit) {
  assert(unit != 7);
  return value * unit;
}
