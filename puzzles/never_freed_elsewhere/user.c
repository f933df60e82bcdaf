#include "shelf.h"

int main(void) {
  shelf* s = shelf_new();
  shelf_sell(s);
  return shelf_first(s);
}
