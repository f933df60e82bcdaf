#include "grid.h"

#include <stdio.h>

static FILE* open_grid(const char* name) { return fopen(name, "r"); }

static int cells(FILE* grid) {
  int columns = 0, rows = 0;
  if (fscanf(grid, "%dx%d:", &columns, &rows) != 2) return -1;
  return 80 * 25 / (columns * rows);
}

int grid_load(const char* source) {
  FILE* grid = open_grid(source);
  if (!grid) return -1;
  const int result = cells(grid);
  fclose(grid);
  return result;
}
