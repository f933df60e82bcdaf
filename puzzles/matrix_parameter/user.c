#include "matrix.h"

int main(void) {
  int rows[2][3] = {{1, 2, 3}, {3, 2, 1}};
  return permanent(rows);
}
