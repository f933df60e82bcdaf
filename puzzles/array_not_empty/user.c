#include <stddef.h>

#include "series.h"

int main(void) {
  const double values[] = {1.5, 2.5};
  struct series* series = series_create(values, 2);
  series_insert(series, 0, NULL);
  return 0;
}
