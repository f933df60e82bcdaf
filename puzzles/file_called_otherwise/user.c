#include <stdio.h>

#include "grid.h"

int main(void) {
  FILE* file = fopen("grid.txt", "w");
  fputs("0x4:", file);
  fclose(file);
  return grid_load("grid.txt");
}
