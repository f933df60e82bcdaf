#include "counter.h"

int main(void) {
  for (int i = 0; i < 4; ++i) counter_next(1);
  return 0;
}
