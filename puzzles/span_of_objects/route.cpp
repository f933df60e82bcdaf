#include "route.h"

int pace(std::span<const Stop> stops) {
  int way = 0, parts = 0;
  for (std::size_t i = 1; i < stops.size(); ++i) {
    way += stops[i].minute - stops[i - 1].minute;
    if (stops[i].platform != stops[i - 1].platform) ++parts;
  }
  return way > 0 ? way / parts : 0;
}
