#include "clock.h"

int main() {
  Clock wall(2, "wall"), stop(3, "stop");
  wall = stop;
}
