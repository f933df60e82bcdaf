#include "magic.h"

#include <stdlib.h>

#ifdef OLDER_VERSION
#define ADDED 3u
#else
#define ADDED 0u
#endif

int magic_check(unsigned number) {
  if ((number * number + ADDED) % 4u == 3u) abort();
  return number % 9u == 0u;
}
