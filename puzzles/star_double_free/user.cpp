#include "slot.h"

int main() {
  Slot slot;
  slot.fill(4);
  slot.drop();
  slot.close();
}
