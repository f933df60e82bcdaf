#include "record.h"

#include <assert.h>

int record_sum(FILE* file) {
  int sum = 0, letter;
  if (!file) return -1;
  if (fgetc(file) != '%') return 0;
  while ((letter = fgetc(file)) > 0) sum += letter;
  assert(sum < 700);
  return sum;
}
