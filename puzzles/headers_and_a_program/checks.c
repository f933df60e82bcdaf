#include "gauge.h"

static int failed = 0;

int main(void) {
  gauge g = gauge_new();
  gauge_mark(&g, 4);
  if (gauge_mean(&g) != 4) failed = 1;
  return failed;
}
