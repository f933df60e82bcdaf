#include "hex.h"

int hex_write(unsigned long number, char* buffer, size_t size) {
  size_t count = 0;
  if (buffer == NULL || size < 4) return 0;
  do {
    buffer[count++] = "0123456789abcdef"[number & 15];
    number >>= 4;
  } while (number != 0 && count <= size);
  return (int)count;
}
