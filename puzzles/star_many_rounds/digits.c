#include "digits.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

unsigned value_of(const char* text) {
  if (!text || *text != 'x') return 0;
  const char* q = strchr(text, ';');
  if (!q) return 0;
  unsigned value = 0, factor = 1;
  for (--q; *q != 'x'; --q) {
    unsigned digit;
    if (*q >= '0' && *q <= '9')
      digit = (unsigned)(*q - '0');
    else if (*q >= 'a' && *q <= 'f')
      digit = (unsigned)(*q - 'a') + 10;
    else
      return 0;
    value += digit * factor;
    assert(factor <= UINT_MAX / 16);
    factor *= 16;
  }
  return value;
}
