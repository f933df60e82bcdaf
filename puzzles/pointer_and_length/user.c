#include <stdlib.h>

#include "crc.h"

int main(void) {
  uint8_t* data = calloc(6, 1);
  data[0] = 9;
  return (int)packets_checksum(data, 6);
}
