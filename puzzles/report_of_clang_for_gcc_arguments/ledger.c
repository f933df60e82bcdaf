#include "ledger.h"

enum { kMonths = 12 };

static int sum_of(int* const* sums, int month) { return *sums[month - 1]; }

static int larger(int a, int b) { return a > b ? a : b; }

/* The project is built by gcc, which gives both calls of sum_of() the first line; the report is clang's, which gives each its own. */
static int larger_of(int* const* sums, int month, int other) {
  return larger(sum_of(sums, month),
                sum_of(sums, other));
}

int ledger_larger(int month, int other) {
  if (month < 1 || month > kMonths || other < 1 || other > kMonths) return 0;
  int booked = 7;
  int* sums[kMonths] = {0};
  sums[month - 1] = &booked;
  return larger_of(sums, month, other);
}
