#include "series.h"

#include <stdlib.h>

struct series {
  double total;
  int count;
};

struct series* series_create(const double* values, int count) {
  if (values == NULL || count < 1) return NULL;
  struct series* made = malloc(sizeof *made);
  made->total = values[count - 1];
  made->count = count;
  return made;
}

int series_insert(struct series* series, int at, const struct point* point) {
  if (series == NULL || at < 0 || at >= series->count) return 0;
  series->total += point->value;
  return 1;
}

void series_free(struct series* series) { free(series); }
