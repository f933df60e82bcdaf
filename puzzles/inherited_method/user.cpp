#include "vehicle.h"

int main() {
  Lorry lorry(90);
  lorry.refuel(20);
  lorry.drive(1600);
}
