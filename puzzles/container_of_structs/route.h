#ifndef ROUTE_H
#define ROUTE_H

#include <vector>

struct Stop {
  int x, y;
};

int length_of(const std::vector<Stop>& stops);

#endif
