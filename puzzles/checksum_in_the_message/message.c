#include "message.h"

#include <assert.h>
#include <stdint.h>

static uint32_t checksum(const unsigned char* data, size_t size) {
  uint32_t sum = 2166136261u;
  for (size_t i = 0; i < size; ++i) sum = (sum ^ data[i]) * 16777619u;
  return sum;
}

static uint32_t word_at(const unsigned char* data) {
  return (uint32_t)data[0] << 24 | (uint32_t)data[1] << 16 | (uint32_t)data[2] << 8 | data[3];
}

int message_lines(const unsigned char* data, size_t size) {
  int lines = 0;
  if (size < 6 || word_at(data) != checksum(data + 4, size - 4)) return -1;
  assert(data[size - 1] == '\n');
  for (size_t i = 4; i < size; ++i) lines += data[i] == '\n';
  return lines;
}
