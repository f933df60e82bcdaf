#include "gauge.h"

int main(void) {
  struct gauge* gauge = gauge_new();
  for (int i = 1; i < 4; ++i) gauge_add(gauge, i);
  return gauge_percent(gauge);
}
