#include "value.h"

int main() {
  Value value;
  value.set(-1);
  value.set(2e9);
}
