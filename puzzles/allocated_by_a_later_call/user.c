#include "shelf.h"

int main(void) {
  shelf* s = shelf_new();
  shelf_put(s, 3);
  shelf_put(s, 4);
  int last = shelf_last(s);
  shelf_free(s);
  return last;
}
