#include "sensor.h"

class Frozen : public Sensor {
 public:
  int celsius() override { return -300; }
  bool broken() const override { return false; }
};

int main() {
  Frozen sensor;
  return too_hot(sensor);
}
