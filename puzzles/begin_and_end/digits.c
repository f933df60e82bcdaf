#include "digits.h"

#include <assert.h>
#include <stddef.h>

int digits_value(const char* begin, const char* end) {
  int value = 0;
  if (begin == NULL || end == NULL || end < begin || end - begin > 64) return -1;
  if (end - begin < 3) return -1;
  for (; begin != end; ++begin) {
    assert(*begin != '-');
    value = (value * 10 + (*begin & 15)) % 1000000;
  }
  return value;
}
