#include "merge.h"

int main(void) {
  int right = 3, sum = 0;
  merge_add(0, &right, &sum);
  return sum;
}
