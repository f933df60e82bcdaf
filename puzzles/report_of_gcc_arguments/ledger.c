#include "ledger.h"

#include <stdlib.h>

enum { kMonths = 12 };

static int sum_of(const int* sums, int month) { return sums[month - 1]; }

static int larger(int a, int b) { return a > b ? a : b; }

/* gcc gives both calls of sum_of() the first line, for they are arguments; clang gives each its own. */
static int larger_of(const int* sums, int month, int other) {
  if (month > kMonths) month = kMonths;
  return larger(sum_of(sums, month),
                sum_of(sums, other));
}

int ledger_larger(int month, int other) {
  if (month < 1 || other < 1 || other > 2 * kMonths) return 0;
  int* sums = calloc(kMonths, sizeof *sums);
  const int result = larger_of(sums, month, other);
  free(sums);
  return result;
}
