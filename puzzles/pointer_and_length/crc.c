#include "crc.h"

static uint32_t sum(const uint8_t* bytes, size_t length) {
  uint32_t total = 1;
  for (size_t i = 0; i < length; ++i) total = total * 31 + bytes[i];
  return total;
}

uint32_t packets_checksum(const uint8_t* data, size_t length) {
  uint32_t total = 0;
  size_t at = 0;
  while (data && at + 4 < length) {
    size_t size = data[at];
    total ^= sum(data + at + 1, size);
    at += size + 1;
  }
  return total;
}
