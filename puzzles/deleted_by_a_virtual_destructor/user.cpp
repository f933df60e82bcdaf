#include "bell.h"

int main() {
  Bell bell;
  auto* ear = new Ear(bell);
  bell.ring(1);
  delete ear;
  bell.ring(2);
}
