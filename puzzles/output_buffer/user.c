#include <stdlib.h>

#include "hex.h"

int main(void) {
  char* buffer = malloc(8);
  return hex_write(0x123456789aul, buffer, 8);
}
