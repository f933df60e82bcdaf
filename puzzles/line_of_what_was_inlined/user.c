#include "walk.h"

int main(void) {
  struct walk* walk = walk_new();
  const bool found = walk_to(walk, 3);
  walk_free(walk);
  return found ? 0 : 1;
}
