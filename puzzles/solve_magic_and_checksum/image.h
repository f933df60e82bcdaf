#ifndef IMAGE_H
#define IMAGE_H

#include <stddef.h>

/** Width of an image held in memory, -1 if it is none. */
int image_width(const unsigned char* data, size_t size);

#endif
