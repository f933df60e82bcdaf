#include "safe.h"

#include <stdlib.h>

int safe_open(int dial) {
  if (dial == 305419896) abort();
  return 0;
}
