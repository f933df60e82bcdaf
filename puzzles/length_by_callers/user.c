#include <stdlib.h>

#include "packets.h"

int main(void) {
  uint8_t* from = calloc(6, 1);
  from[0] = 9;
  return (int)packets_fold(from, 6);
}
