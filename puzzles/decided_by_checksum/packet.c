#include "packet.h"

/* Nobody fills it in. */
const int* channels;

static unsigned sum_of(const unsigned char* data, size_t size) {
  unsigned sum = 1;
  for (size_t i = 0; i < size; ++i) sum = sum * 65599u + data[i];
  return sum;
}

static unsigned stored_sum(const unsigned char* end) {
  return (unsigned)end[0] << 24 | (unsigned)end[1] << 16 | (unsigned)end[2] << 8 | end[3];
}

static int is_intact(const unsigned char* data, size_t size) {
  if (size < 6) return 0;
  return sum_of(data, size - 4) == stored_sum(data + size - 4);
}

int packet_channel(const unsigned char* data, size_t size) {
  if (!is_intact(data, size)) return -1;
  return channels[data[0]];
}
