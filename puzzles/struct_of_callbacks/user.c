#include "codec.h"

static int read_all(void* file, unsigned char* buffer, size_t size) {
  (void)file, (void)buffer;
  return (int)size;
}

static int cannot_seek(void* file, long to) {
  (void)file, (void)to;
  return -1;
}

int main(void) {
  struct codec_io io = {0, read_all, cannot_seek};
  return codec_frames(&io);
}
