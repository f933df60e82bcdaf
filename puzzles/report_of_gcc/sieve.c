#include "sieve.h"

#include <stdlib.h>

static int number_at(const int* table, int place) {
  return table
      [place];
}

static int scaled(const int* table, int place,
                  int by) {
  return by * number_at(
                  table,
                  place);
}

int sieve_sum(int from, int to) {
  int* table = calloc(10, sizeof *table);
  int sum = 0;
  for (int i = from < 0 ? 0 : from; i < to && i < from + 20; ++i)
    sum +=
        scaled(table,
               i,
               1);
  free(table);
  return sum;
}
