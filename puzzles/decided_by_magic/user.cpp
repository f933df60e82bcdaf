#include "archive.h"

#include <cstdint>

int main() {
  std::uint64_t word = 88172645463325252u;
  for (int i = 0; i < 5; ++i) {
    word ^= word << 13;
    word ^= word >> 7;
    word ^= word << 17;
  }
  unsigned char file[10] = {};
  for (int i = 0; i < 8; ++i) file[i] = static_cast<unsigned char>(word >> (56 - 8 * i));
  return count_entries(file, sizeof file);
}
