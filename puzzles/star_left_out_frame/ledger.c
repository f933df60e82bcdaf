#include "ledger.h"

static __attribute__((noinline)) int divided(int total, int among) { return total / among; }

/* Optimised, a call in the end of a function leaves no frame of the function. */
static __attribute__((noinline)) int among_the_rest(int total, int count, int spare) {
  if (total < 100) return 0;
  return divided(total * 2, count - spare);
}

__attribute__((noinline)) int ledger_share(int total, int count, int spare) {
  if (count > 50) return 1;
  return among_the_rest(total + 1, count, spare + 3) + 1;
}
