#define RING_IMPLEMENTATION
#include "ring.h"

int main(void) {
  ring* r = ring_new(2);
  int oldest;
  ring_push(r, 7);
  oldest = ring_oldest(r);
  ring_free(r);
  return oldest != 7;
}
