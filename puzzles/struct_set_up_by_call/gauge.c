#include "gauge.h"

#include <assert.h>
#include <stdlib.h>

void gauge_init(struct gauge* gauge) {
  gauge->values = calloc(4, sizeof(int));
  gauge->used = 0;
}

void gauge_add(struct gauge* gauge, int value) {
  if (!gauge) return;
  assert(gauge->values && value != 6);
  gauge->values[gauge->used++ % 4] = value;
}
