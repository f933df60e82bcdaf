#include "square.h"

#include <stdlib.h>

#ifdef OLDER_VERSION
typedef signed char value;
#else
typedef unsigned char value;
#endif

int square_root(unsigned char number) {
  value v = (value)number;
  if (v * v > 0 && v < 0) abort();
  for (int root = 0; root < 16; ++root)
    if (root * root == v) return root;
  return -1;
}
