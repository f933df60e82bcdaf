#include "image.h"

static int is_dark(const uint8_t *pixels, int at) { return pixels[at] < 32; }

int image_columns(const uint8_t *pixels, int width, int height) {
  int found = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      if (is_dark(pixels, y * width + x) && is_dark(pixels, (y + 1) * width + x)) ++found;
  return found;
}
