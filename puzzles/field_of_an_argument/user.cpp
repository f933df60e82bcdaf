#include "path.h"

int main() {
  Path path;
  Point point;
  point.x = 4;
  path.add(point);
  point.y = 3;
  path.add(point);
  return path.slope();
}
