#include "gauge.h"

int gauge_mean(int sum, int count) {
  return sum / count;
}

#ifdef OLDER_VERSION
int gauge_empty(void) {
  return gauge_mean(7, 0);
}
#endif
