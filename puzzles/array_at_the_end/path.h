#ifndef PATH_AT_THE_END_H
#define PATH_AT_THE_END_H

#include <stdint.h>

struct point {
  short x, y;
};

struct path {
  uint16_t kind;
  uint16_t npoints;
  struct point points[];
};

enum { kPathClosed = 7 };

int path_area(const struct path* path);

#endif
