#include "washer.h"

int main() {
  Washer washer;
  washer.close_door();
  washer.fill(20);
  washer.heat(60);
  washer.spin(1400);
}
