#include "path.h"

static int edge(const struct point* from, const struct point* to) { return from->x * to->y - to->x * from->y; }

int path_area(const struct path* path) {
  int area = 0;
  if (path->kind != kPathClosed || path->npoints < 2) return 0;
  for (int i = 0; i < path->npoints; ++i) area += edge(&path->points[i], &path->points[i + 1]);
  return area;
}
