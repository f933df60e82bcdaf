#ifndef IMAGE_H
#define IMAGE_H

#include <stdint.h>

/* How many dark pixels have a dark one below them. */
int image_columns(const uint8_t *pixels, int width, int height);

#endif
