#include <stdlib.h>

#include "knots.h"

int main(void) {
  free(knots_new(16));
  return 0;
}
