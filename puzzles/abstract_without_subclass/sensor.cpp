#include "sensor.h"

#include <stdexcept>

bool too_hot(Sensor& sensor) {
  if (sensor.broken()) return true;
  if (sensor.celsius() < -273) throw std::range_error("below absolute zero");
  return sensor.celsius() > 90;
}
