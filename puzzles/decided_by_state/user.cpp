#include "vault.h"

int main() {
  unsigned state = 2024;
  for (int i = 0; i < 3; ++i) state = state * 1664525u + 1013904223u;
  Vault vault;
  vault.turn(static_cast<int>(state >> 3));
  vault.open();
}
