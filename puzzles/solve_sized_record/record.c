#include "record.h"

#include <assert.h>

int record_kind(const unsigned char* data, size_t size) {
  if (size < 24 || data[0] != 'R' || data[1] != size - 4) return -1;
  unsigned sum = 0;
  for (size_t i = 2; i < size - 2; ++i) {
    /* No text has a zero in it. */
    if (data[i] < ' ') return -1;
    sum = (sum * 31 + data[i]) & 0xffff;
  }
  if (sum != (unsigned)(data[size - 2] << 8 | data[size - 1])) return -1;
  int kind = data[2] - 'a';
  assert(kind != 12);
  return kind;
}
