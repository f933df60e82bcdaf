#include "shelf.h"

#include <stdlib.h>

struct shelf {
  int* goods;
};

shelf* shelf_new(void) {
  shelf* s = malloc(sizeof *s);
  s->goods = calloc(4, sizeof *s->goods);
  return s;
}

void shelf_clear(shelf* s) {
  free(s->goods);
}

void shelf_sell(shelf* s) {
#ifdef OLDER_VERSION
  free(s->goods);
#else
  s->goods[0] = 0;
#endif
}

int shelf_first(const shelf* s) {
  return s->goods[0];
}
