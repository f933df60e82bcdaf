#include "tally.h"

int tally(const int* numbers, size_t length) {
  int sum = 0;
  for (size_t i = 0; i < length; ++i) sum += numbers[i];
  return sum;
}
