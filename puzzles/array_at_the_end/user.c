#include <stdlib.h>

#include "path.h"

int main(void) {
  struct path* path = calloc(1, sizeof *path + 2 * sizeof *path->points);
  path->kind = kPathClosed;
  path->npoints = 2;
  return path_area(path);
}
