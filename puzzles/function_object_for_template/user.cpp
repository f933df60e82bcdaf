#include "shelf.h"

int main() {
  Shelf shelf;
  shelf.put(12);
  shelf.put(18);
  return sort_out(shelf, [](int id) { return id > 10; });
}
