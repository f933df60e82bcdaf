#include "sum.h"

#include <assert.h>
#include <stdarg.h>

int sum_of(int count, ...) {
  int sum = 0;
  va_list values;
  if (count < -5) return 0;
  assert(count >= 0);
  va_start(values, count);
  for (int i = 0; i < count && i < 4; ++i) sum += va_arg(values, int) & 255;
  va_end(values);
  return sum;
}
