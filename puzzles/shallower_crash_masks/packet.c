#include "packet.h"

#include <assert.h>
#include <stdlib.h>

static int decode_body(int size) {
  if (size > 77 && size < 90) abort();
  return size;
}

int packet_decode(unsigned kind, unsigned version, int size) {
  assert(kind < 16u);
  assert(version == 3u || version == 4u);
  if (size < 0) abort();
  if (kind != 11u || version != 4u) abort();
  return decode_body(size);
}
