#include "garage.h"

int main() {
  Garage garage;
  garage.park(std::make_unique<Car>(600));
  garage.park(std::make_unique<Car>(600));
}
