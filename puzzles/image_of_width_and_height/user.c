#include <stdlib.h>

#include "image.h"

int main(void) {
  uint8_t *pixels = calloc(6, 4);
  return image_columns(pixels, 6, 4);
}
