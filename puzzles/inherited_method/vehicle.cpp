#include "vehicle.h"

#include <stdexcept>

void Vehicle::refuel(int litres) {
  if (litres > 0 && litres < 100) litres_ += litres;
}

void Vehicle::drive(int kilometres) {
  if (kilometres < 0 || kilometres > 2000) return;
  if (litres_ > 100 && kilometres > 1500) throw std::runtime_error("driver falls asleep");
  litres_ -= kilometres / 10;
}
