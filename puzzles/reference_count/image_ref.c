#include "image_ref.h"

#include <stdlib.h>

struct image {
  int references, width, height;
  int pixels[64];
};

image* image_new(int width, int height) {
  if (width < 1 || width > 8 || height < 1 || height > 8) return NULL;
  image* picture = calloc(1, sizeof *picture);
  if (!picture) return NULL;
  picture->references = 1;
  picture->width = width;
  picture->height = height;
  return picture;
}

image* image_ref(image* picture) {
  if (picture) ++picture->references;
  return picture;
}

void image_unref(image* picture) {
  if (picture && --picture->references == 0) free(picture);
}

static int inside(const image* picture, int x, int y) {
  return x >= 0 && y >= 0 && x < picture->width && y < picture->height;
}

void image_set(image* picture, int x, int y, int colour) {
  if (picture && inside(picture, x, y)) picture->pixels[8 * y + x] = colour;
}
