#include <stdlib.h>

#include "pack.h"

int main(void) {
  unsigned char source[] = {7, 7, 7};
  unsigned char *dest = malloc(1);
  size_t room = 1;
  return pack(dest, &room, source, sizeof source);
}
