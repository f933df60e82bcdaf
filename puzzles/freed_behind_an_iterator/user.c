#include "shelf.h"

int main(void) {
  shelf* s = shelf_new(7);
  shelf_walk* walk = shelf_walk_new(s);
  shelf_walk_next(walk);
  shelf_free(s);
  return shelf_walk_next(walk);
}
