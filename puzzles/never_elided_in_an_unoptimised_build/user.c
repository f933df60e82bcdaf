#include "sensor.h"

int main(void) {
  sensor* s = sensor_raw();
  return sensor_at(s, 100);
}
