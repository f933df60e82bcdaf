#include "seal.h"

static int mix(const unsigned char* bytes, int size) {
  int sum = 7;
  for (int i = 0; i < size; ++i) sum = sum * 31 % 8191 + bytes[i];
  return sum;
}

int seal_sum(const unsigned char key[8], const unsigned char* data, int size) {
  int even = size > 4 && size % 2 != 0 ? size + 1 : size;
  return mix(key, 8) ^ mix(data, even);
}
