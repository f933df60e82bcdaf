#include "route.h"

int main() {
  const Stop stops[] = {{10, 2}, {25, 2}};
  return pace(stops);
}
