#include <stdlib.h>

#include "tally.h"

int main(void) {
  int* numbers = calloc(2, sizeof *numbers);
  return tally(numbers, 3);
}
