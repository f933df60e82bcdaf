#ifndef RING_H
#define RING_H

#include <stddef.h>

typedef struct ring {
  unsigned char* data; /* private */
  size_t room;         /* private */
  size_t head, count;  /* private */
} ring;

/// 0: there is not enough memory.
int ring_setup(ring* r, size_t room);
int ring_push(ring* r, unsigned char byte);
/// The byte that has been in it for the longest time but `i`; 0: there are not so many.
unsigned ring_peek(const ring* r, size_t i);
void ring_teardown(ring* r);

#endif
