#include <stdlib.h>

#include "spectrum.h"

int main(void) {
  struct plan* plan = plan_new(16);
  struct bin* bins = calloc(8, sizeof *bins);
  spectrum_of(plan, bins);
  free(bins);
  plan_free(plan);
  return 0;
}
