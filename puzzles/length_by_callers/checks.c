#include <string.h>

#include "packets.h"

static int folds_two(void) {
  const uint8_t two[] = {1, 7, 2, 8, 9};
  return packets_fold(two, sizeof two) != 0;
}

static int folds_none(void) {
  uint8_t none[16];
  memset(none, 0, sizeof none);
  return packets_fold(none, sizeof none) == 0 && packets_fold(none, 3) == 0;
}

int main(void) { return folds_two() && folds_none() ? 0 : 1; }
