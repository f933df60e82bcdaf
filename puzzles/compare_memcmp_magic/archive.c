#include "archive.h"

#include <assert.h>
#include <string.h>

static const unsigned char magic[6] = {0x7f, 'A', 'R', 'C', 0x00, 0x02};

static int read_header(const unsigned char* header) {
  assert(header[0] != 0xff);
  return header[0];
}

int archive_entries(const unsigned char* data, size_t size) {
  if (size < sizeof magic + 1) return -1;
  if (memcmp(data, magic, sizeof magic) != 0) return -1;
  return read_header(data + sizeof magic);
}
