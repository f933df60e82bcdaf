#define RING_IMPLEMENTATION
#include "ring.h"

int main(void) {
  ring* r = ring_new(4);
  return ring_oldest(r);
}
