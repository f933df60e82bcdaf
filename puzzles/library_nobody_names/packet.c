#include "packet.h"

#include <zlib.h>

unsigned packet_share(const unsigned char *data, unsigned length) {
  const unsigned char last = (unsigned char)crc32(0, data, length);
  unsigned found = 0;
  while (found < length && data[found] != last) ++found;
  return 100 * found / length;
}
