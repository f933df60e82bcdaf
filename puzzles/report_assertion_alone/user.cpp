#include "lift.h"

int main() {
  lift::Cabin cabin(6);
  cabin.go(3);
  cabin.go(3);
  cabin.go(1);
}
