#include "ferry.h"

#include <assert.h>
#include <stdlib.h>

struct ferry {
  int cars;
};

ferry* ferry_new(void) { return calloc(1, sizeof(ferry)); }

void ferry_free(ferry* boat) { free(boat); }

static void add(ferry* boat, int cars) {
  boat->cars += cars;
  assert(boat->cars <= 12);
}

void ferry_board(ferry* boat, int cars) {
  if (cars > 0 && cars < 10) add(boat, cars);
}

int ferry_cars(const ferry* boat) { return boat->cars; }
