#include "ring.h"

#include <stdlib.h>

struct number {
  int value;
  struct number* before;
};

struct ring {
  struct number* last;
  int used;
};

struct ring* ring_new(void) { return calloc(1, sizeof(struct ring)); }

void ring_put(struct ring* ring, int number) {
  struct number* last = malloc(sizeof *last);
  last->value = number;
  last->before = ring->last;
  ring->last = last;
  ring->used = 1;
}

int ring_pop(struct ring* ring) {
  struct number* last = ring->last;
  const int value = last->value;
  ring->last = last->before;
  free(last);
  return value;
}

int ring_take(struct ring* ring) {
  if (!ring->used) return -1;
  return ring_pop(ring);
}

void ring_delete(struct ring* ring) {
  while (ring->last) ring_pop(ring);
  free(ring);
}
