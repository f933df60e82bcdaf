#include "safe.h"

#include <stdexcept>

/// A loop that goes around far more often than a backward execution follows it; each turn is a step nearer for a search.
void Safe::dial(const std::string& turns) {
  for (const char turn : turns)
    if (turn == '+') ++clicks_;
}

/// The right key is none of the source's constants, and near it is not better than far from it: a solver inverts it.
static bool is_right(unsigned key) {
  const unsigned mixed = (key * 2246822519u) ^ 0x2c0ffee1u;
  return mixed * 3266489917u == 0x51ac4e77u;
}

void Safe::open(unsigned key) {
  if (clicks_ < 70) return;
  if (!is_right(key)) return;
  throw std::runtime_error("no gold inside");
}
