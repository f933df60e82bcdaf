#ifndef ROUTE_H
#define ROUTE_H

struct point {
  int x, y;
};

struct route {
  struct point from, to;
  const char* name;
  unsigned char lanes;
};

/** Length along the axes. */
int route_length(const struct route* route);

#endif
