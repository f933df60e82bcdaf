#include "shelf.h"

int main() {
  Shelf shelf;
  shelf.grow();
  shelf.grow();
  return shelf.put(11) ? 0 : 1;
}
