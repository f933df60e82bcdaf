#include "vault.h"

#include <stdexcept>

/// No constant of the source.
static int combination() {
  unsigned state = 2024;
  for (int i = 0; i < 3; ++i) state = state * 1664525u + 1013904223u;
  return static_cast<int>(state >> 3);
}

static bool fits(int number) { return number == combination(); }

void Vault::turn(int number) {
  if (fits(number)) unlocked_ = true;
}

void Vault::open() {
  if (!is_unlocked()) return;
  throw std::runtime_error("hinge missing");
}
