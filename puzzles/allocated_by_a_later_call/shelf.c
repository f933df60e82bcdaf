#include "shelf.h"

#include <stdlib.h>

struct shelf {
  int* prices;
  int count, room;
};

shelf* shelf_new(void) {
  shelf* s = malloc(sizeof *s);
  s->prices = malloc(sizeof *s->prices);
  s->count = 0;
  s->room = 1;
  return s;
}

static void double_room(shelf* s) {
  s->room *= 2;
  s->prices = realloc(s->prices, s->room * sizeof *s->prices);
}

void shelf_put(shelf* s, int price) {
  if (s->count == s->room) double_room(s);
  s->prices[s->count++] = price;
}

int shelf_last(const shelf* s) {
  return s->prices[s->count];
}

void shelf_free(shelf* s) {
  free(s->prices);
  free(s);
}
