#include "options.h"

#include <stdlib.h>

int options_check(unsigned flags) {
  if ((flags & 0x50u) == 0x50u && (flags & 0x80000100u) == 0x80000000u && (flags & 0x0fu) == 0) abort();
  return __builtin_popcount(flags);
}
