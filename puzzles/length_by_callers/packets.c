#include "packets.h"

static uint32_t sum(const uint8_t* bytes, uint32_t k) {
  uint32_t total = 1;
  for (uint32_t i = 0; i < k; ++i) total = total * 31 + bytes[i];
  return total;
}

uint32_t packets_fold(const uint8_t* from, uint32_t k) {
  uint32_t total = 0;
  uint32_t at = 0;
  while (from && at + 4 < k) {
    uint32_t size = from[at];
    total ^= sum(from + at + 1, size);
    at += size + 1;
  }
  return total;
}
