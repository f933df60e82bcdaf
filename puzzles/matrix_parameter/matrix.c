#include "matrix.h"

#include <assert.h>

void normalise(matrix m) {
  const double d = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 2; ++k) m[i][k] /= d;
}

int permanent(int rows[2][3]) {
  int first = 1, second = 1;
  for (int i = 0; i < 3; ++i) {
    first *= rows[0][i];
    second *= rows[1][i];
  }
  assert(first != second || first == 0);
  return first + second;
}
