#include "buffer.h"

#include <stdlib.h>

struct buffer {
  char* bytes;
  unsigned size;
};

buffer* buffer_create(unsigned size) {
  buffer* b = calloc(1, sizeof *b);
  if (!b) return NULL;
  b->bytes = malloc(size % 4096u + 1u);
  b->size = size;
  return b;
}

void buffer_clear(buffer* b) {
  if (!b) return;
  free(b->bytes);
  b->size = 0;
}

void buffer_destroy(buffer* b) {
  if (!b) return;
  if (b->size > 0) free(b->bytes);
  free(b);
}
