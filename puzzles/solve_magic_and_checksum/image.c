#include "image.h"

#include <assert.h>

/* No constant of the source: the magic bytes come of a sequence. */
static int has_magic(const unsigned char* data) {
  unsigned state = 12345;
  for (int i = 0; i < 26; ++i) {
    state = state * 1103515245u + 12345u;
    if (data[i] != (state >> 16 & 0xff)) return 0;
  }
  return 1;
}

static unsigned checksum(const unsigned char* data, int size) {
  unsigned sum = 0;
  for (int i = 0; i < size; ++i) sum = (sum * 31 + data[i]) & 0xffff;
  return sum;
}

int image_width(const unsigned char* data, size_t size) {
  if (size < 30) return -1;
  if (!has_magic(data)) return -1;
  if (checksum(data, 28) != ((unsigned)data[28] << 8 | data[29])) return -1;
  int width = data[26] << 8 | data[27];
  assert(width > 0);
  return width;
}
