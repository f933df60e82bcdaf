#include "roman.h"

#include <assert.h>
#include <stddef.h>

static int letter_value(char letter) {
  switch (letter) {
    case 'I':
      return 1;
    case 'V':
      return 5;
    case 'X':
      return 10;
    case 'L':
      return 50;
    default:
      return 0;
  }
}

static int subtract(int low, int high) {
  assert(high <= 10 * low);
  return high - low;
}

static int sum(const char* numeral) {
  int total = 0;
  for (; *numeral; ++numeral) {
    int value = letter_value(*numeral), next = letter_value(numeral[1]);
    if (value == 0) return 0;
    total = next > value ? total + subtract(value, next) - next : total + value;
  }
  return total;
}

int roman_value(const char* numeral) { return numeral ? sum(numeral) : 0; }
