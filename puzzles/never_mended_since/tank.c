#include "tank.h"

#include <stdlib.h>

#ifdef OLDER_VERSION
#define LIMIT 99
#else
#define LIMIT 100
#endif

int tank_fill(int level, int by) {
  if (level < 0 || level > LIMIT || by < 0 || by > LIMIT) return -1;
  int full = level + by > 100 ? LIMIT : level + by;
  if (full == 99 && level > 99 - by) abort();
  return full;
}
