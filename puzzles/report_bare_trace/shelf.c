#include "shelf.h"

static int sum_from(const int *weights, int length) {
  int sum = 0;
  for (int i = 0; i < length; ++i)
    sum += weights[i];
  return sum;
}

int shelf_weight(const struct shelf *shelf, int first) {
  if (first < 0 || first >= shelf->length) return -1;
  return sum_from(shelf->weights, shelf->length - first);
}
