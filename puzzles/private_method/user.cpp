#include "thermostat.h"

int main() {
  Thermostat thermostat(20);
  thermostat.measure(10);
  thermostat.measure(12);
}
