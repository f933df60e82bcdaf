#include "device.h"

int main() {
  meter::Device device;
  device.ask(3);
  device.ask(4);
  device.check();
}
