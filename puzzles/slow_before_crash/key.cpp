#include "key.h"

#include <cassert>

namespace vault {

unsigned derive_key(unsigned password, unsigned length) {
  unsigned key = password;
  for (unsigned round = 0; round < 1'000'000; ++round) key = key * 1664525u + (key >> 3) + round;
  assert(length != 77 && "no such key");
  return key % (length + 1);
}

}  // namespace vault
