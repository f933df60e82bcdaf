#include "thermostat.h"

#include <cassert>

void Thermostat::measure(int celsius) {
  if (celsius < -50 || celsius > 150 || wanted_ < 5 || wanted_ > 30) return;
  if (celsius != wanted_) regulate(wanted_ - celsius);
}

void Thermostat::regulate(int difference) {
  if (difference > 2 || difference < -2) switch_burner(difference > 0);
}

void Thermostat::switch_burner(bool on) {
  assert(on != burning_);
  burning_ = on;
}
