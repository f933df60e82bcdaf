/* A ring of numbers in one file. One source of a program defines RING_IMPLEMENTATION before it includes this. */
#ifndef RING_H
#define RING_H

typedef struct ring ring;

ring* ring_new(int size);
void ring_push(ring* r, int number);
int ring_oldest(const ring* r);
void ring_free(ring* r);

#endif

#ifdef RING_IMPLEMENTATION

#include <assert.h>
#include <stdlib.h>

struct ring {
  int size, count;
  int numbers[];
};

ring* ring_new(int size) {
  ring* r;
  if (size <= 0 || size > 4096) return NULL;
  r = malloc(sizeof *r + size * sizeof(int));
  if (r) {
    r->size = size;
    r->count = 0;
  }
  return r;
}

static int ring__slot(const ring* r, int at) {
  assert(at >= 0);
  return at % r->size;
}

void ring_push(ring* r, int number) { r->numbers[ring__slot(r, r->count++)] = number; }

int ring_oldest(const ring* r) { return r->numbers[ring__slot(r, r->count < r->size ? r->count - 1 : r->count)]; }

void ring_free(ring* r) { free(r); }

#endif
