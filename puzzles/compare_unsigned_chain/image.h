#ifndef IMAGE_H
#define IMAGE_H

/** Bytes a picture needs. */
unsigned image_bytes(unsigned width, unsigned height, unsigned depth);

#endif
