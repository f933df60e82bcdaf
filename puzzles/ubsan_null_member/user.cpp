#include "shelf.h"

int main() {
  Shelf shelf;
  shelf.put(0, 100);
  shelf.put(1, 1000);
  return shelf.is_thick_at(2);
}
