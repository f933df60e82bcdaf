#include "drawing.h"

int main() {
  Star star(1);
  return star.show(20);
}
