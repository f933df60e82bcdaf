#include "gauge.h"

#include <assert.h>

#include "history.h"

int gauge_read(int reading) {
  int sum = history_sum(reading);
  if (reading < -1000) sum = history_unused(reading);
  assert(reading != 451);
  return sum / 4;
}
