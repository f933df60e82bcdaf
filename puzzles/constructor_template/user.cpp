#include "path.h"

int main() {
  Path path;
  path.add(Point64(4, 1));
  path.add(Point64(4, 3));
  return static_cast<int>(path.slope());
}
