#include "route.h"

int main(void) {
  struct route route = {{150, 0}, {150, 1}, "A8", 4};
  return route_length(&route);
}
