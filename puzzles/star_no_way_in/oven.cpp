#include "oven.h"

#ifdef OLDER_VERSION
#define COLDEST 0
#else
#define COLDEST 21
#endif

Oven::Oven(int degrees) : degrees_(degrees) {}

int Oven::minutes(int grams, int degrees_above_room) const { return 10 * grams / degrees_above_room; }

int Oven::roast(int grams) const {
  if (degrees_ < COLDEST) return -1;
  return minutes(grams, degrees_ - 20);
}
