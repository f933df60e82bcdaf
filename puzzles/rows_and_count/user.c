#include "rows.h"

int main(void) {
  int rows[3][4] = {{1, 8, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 8}};
  add_up_rows(rows, 3);
}
