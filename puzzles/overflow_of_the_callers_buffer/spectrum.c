#include "spectrum.h"

#include <stdlib.h>

struct plan {
  int bins;
  struct bin* kept;
};

struct plan* plan_new(int samples) {
  if (samples < 2 || samples > 64 || samples % 2 != 0) return NULL;
  struct plan* plan = malloc(sizeof *plan);
  plan->bins = samples / 2;
  plan->kept = calloc((size_t)plan->bins, sizeof *plan->kept);
  return plan;
}

void plan_free(struct plan* plan) {
  free(plan->kept);
  free(plan);
}

static void copy(struct bin* to, const struct bin* from, int count) {
  for (int i = 0; i < count; ++i) to[i] = from[i];
}

void spectrum_of(const struct plan* plan, struct bin* bins) {
  copy(bins, plan->kept, plan->bins);
  bins[plan->bins].real = bins[0].imaginary;
}
