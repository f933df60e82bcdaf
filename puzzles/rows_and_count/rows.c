#include "rows.h"

#include <assert.h>

void add_up_rows(int (*rows)[4], int count) {
  for (int i = 0; i < count; ++i) {
    if (i > 1 && rows[i][0] > rows[i - 1][0]) assert(rows[i][3] != rows[0][1]);
    for (int k = 0; k < 3; ++k) rows[i][3] += rows[i][k];
  }
}
