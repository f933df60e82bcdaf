#include "budget.h"

#include <stdlib.h>

static int checked(int cents) {
  if (cents < 0) abort();
  return cents;
}

static int left(int cents, int costs) {
  return checked(cents - costs);
}

int budget_share(int cents, int costs, int people) {
  if (people < 1) return 0;
  return left(cents, costs) / people;
}
