#include "digits.h"

#include <assert.h>
#include <stdlib.h>

int digits_of(long number) {
  long left = labs(number);
  assert(left >= 0);
  int digits = 1;
  while (left >= 10) {
    left /= 10;
    ++digits;
  }
  return digits;
}
