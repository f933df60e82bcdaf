#include "shelf.h"

int main() {
  Shelf shelf;
  shelf.insert(2, "catalogue");
}
