#ifndef RING_H
#define RING_H

#include <stddef.h>

typedef struct ring ring;

/** A ring of `size` numbers, all 0. */
ring* ring_create(size_t size);
/** Adds a number behind the last one added, over the oldest if there is no room. */
void ring_push(ring* self, int number);
/** The number added last. */
int ring_last(const ring* self);
void ring_destroy(ring* self);

#endif
