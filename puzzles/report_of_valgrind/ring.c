#include "ring.h"

#include <stdlib.h>

struct ring {
  int* numbers;
  size_t size, next;
};

ring* ring_create(size_t size) {
  if (size == 0 || size > 1000) return NULL;
  ring* self = malloc(sizeof *self);
  self->numbers = calloc(size, sizeof *self->numbers);
  self->size = size;
  self->next = 0;
  return self;
}

void ring_push(ring* self, int number) {
  if (!self) return;
  self->numbers[self->next] = number;
  self->next = (self->next + 1) % self->size;
}

int ring_last(const ring* self) {
  if (!self) return 0;
  // The one before the first is the last one.
  return self->numbers[self->next - 1];
}

void ring_destroy(ring* self) {
  if (!self) return;
  free(self->numbers);
  free(self);
}
