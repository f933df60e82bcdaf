#include <stdlib.h>
#include <string.h>

#include "crunch.h"

int main(void) {
  unsigned char *bytes = malloc(4);
  memcpy(bytes, "zq\1\1", 4);
  return (int)crunch(bytes, 4);
}
