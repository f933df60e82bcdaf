#include "nest.h"

int main(void) {
  nest n = {0};
  nest_put(&n, &n);
  return nest_depth(&n);
}
