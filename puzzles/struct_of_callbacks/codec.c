#include "codec.h"

#include <assert.h>

static int skip(const struct codec_io* io, int size) {
  int at = io->seek(io->file, size);
  assert(at >= 0);
  return at;
}

int codec_frames(const struct codec_io* io) {
  unsigned char head[4] = {0};
  if (!io || !io->read || !io->seek) return -1;
  int count = io->read(io->file, head, sizeof head);
  if (count != 4) return 0;
  return 1 + skip(io, head[0]);
}
