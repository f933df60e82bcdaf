#include "ring.h"

#include <stdlib.h>

int ring_setup(ring* r, size_t room) {
  if (room == 0 || room > 1000) room = 4;
  r->data = malloc(room);
  r->room = room;
  r->head = r->count = 0;
  return r->data != NULL;
}

int ring_push(ring* r, unsigned char byte) {
  if (r->count == r->room) return 0;
  r->data[(r->head + r->count++) % r->room] = byte;
  return 1;
}

unsigned ring_peek(const ring* r, size_t i) {
  if (r->count == 0 || i > r->count) return 0;
  return r->data[r->head + i];
}

void ring_teardown(ring* r) {
  free(r->data);
  r->data = NULL;
  r->count = 0;
}
