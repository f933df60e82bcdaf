#include "pack.h"

static void emit(unsigned char *dest, size_t at, unsigned char byte) { dest[at] = byte; }

/* A run is written as its byte and its length. */
int pack(unsigned char *dest, size_t *dest_len, const unsigned char *source, size_t source_len) {
  size_t used = 0;
  for (size_t i = 0; i < source_len;) {
    size_t run = 1;
    while (i + run < source_len && run < 255 && source[i + run] == source[i]) ++run;
    if (used >= *dest_len) return -1;
    emit(dest, used++, source[i]);
    if (run > 1) emit(dest, used++, (unsigned char)run);
    i += run;
  }
  *dest_len = used;
  return 0;
}
