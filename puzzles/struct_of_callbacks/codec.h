#ifndef CODEC_H
#define CODEC_H

#include <stddef.h>

struct codec_io {
  void* file;
  int (*read)(void* file, unsigned char* buffer, size_t size);
  int (*seek)(void* file, long to);
};

/** Frames in a stream; the caller reads and seeks. */
int codec_frames(const struct codec_io* io);

#endif
