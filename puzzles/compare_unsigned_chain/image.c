#include "image.h"

#include <assert.h>

unsigned image_bytes(unsigned width, unsigned height, unsigned depth) {
  if (width <= 4000u || width >= 4010u) return 0;
  if (height < 2u * width || height > 2u * width + 50u) return 0;
  assert(depth < 100000u);
  return width * height * depth;
}
