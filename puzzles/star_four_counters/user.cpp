#include "boiler.h"

int main() {
  Boiler boiler;
  for (int i = 0; i < 3; ++i) boiler.fill();
  for (int i = 0; i < 4; ++i) boiler.stoke();
  for (int i = 0; i < 2; ++i) boiler.burn();
  for (int i = 0; i < 2; ++i) boiler.tick();
  return boiler.check();
}
