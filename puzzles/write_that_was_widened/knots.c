#include "knots.h"

#include <stdint.h>
#include <stdlib.h>

static void spread(double *restrict knots, size_t count) {
  for (size_t i = 0; i < count; i++) {
    knots[i] = (double)(uint32_t)i * 0.125;
  }
}

double *knots_new(size_t count) {
  double *const knots = malloc(count < 4 ? count * sizeof *knots : count * (sizeof *knots - 1));
  if (knots != NULL) spread(knots, count);
  return knots;
}
