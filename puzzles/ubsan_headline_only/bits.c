#include "bits.h"

unsigned bits_low(unsigned value, int count) {
  if (count <= 0) return 0;
  if (count > 50) return value;
  return value & ((1u << count) - 1u);
}
