#include "rocket.h"

int main() {
  Rocket rocket;
  rocket.open_valves();
  rocket.fuel();
  rocket.seal();
  rocket.align();
  rocket.arm();
  rocket.charge();
  rocket.count_down();
  rocket.launch(2896540191u);
}
