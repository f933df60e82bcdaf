#ifndef ROUTE_H
#define ROUTE_H

#include <span>

struct Stop {
  int minute = 0;
  int platform = 1;
};

/// The minutes between two stops, on average.
int pace(std::span<const Stop> stops);

#endif
