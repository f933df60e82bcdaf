#include "ring.h"

int main(void) {
  struct ring* ring = ring_new();
  ring_put(ring, 3);
  ring_take(ring);
  return ring_take(ring);
}
