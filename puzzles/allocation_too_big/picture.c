#include "picture.h"

#include <stdlib.h>
#include <string.h>

struct picture {
  int width, height;
  unsigned char* pixels;
};

static unsigned char* white_pixels(int width, int height) {
  // A negative height becomes an enormous number of bytes.
  const size_t size = (size_t)width * (size_t)height * 4;
  unsigned char* pixels = malloc(size);
  if (pixels) memset(pixels, 0xff, size);
  return pixels;
}

picture* picture_create(int width, int height) {
  if (width < 16 || width > 4096 || height > 4096) return NULL;
  picture* self = malloc(sizeof *self);
  if (!self) return NULL;
  self->width = width;
  self->height = height;
  self->pixels = white_pixels(width, height);
  return self;
}

void picture_destroy(picture* self) {
  if (!self) return;
  free(self->pixels);
  free(self);
}
