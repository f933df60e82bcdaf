#include "archive.h"

#include <cassert>
#include <cstdint>

namespace {

/// No constant of the source: the eight bytes come of a sequence.
std::uint64_t magic() {
  std::uint64_t result = 88172645463325252u;
  for (int i = 0; i < 5; ++i) {
    result ^= result << 13;
    result ^= result >> 7;
    result ^= result << 17;
  }
  return result;
}

std::uint64_t word_at(const unsigned char* data) {
  std::uint64_t word = 0;
  for (int i = 0; i < 8; ++i) word = word << 8 | data[i];
  return word;
}

bool is_magic(std::uint64_t word) { return word == magic(); }

bool has_magic(const unsigned char* data, std::size_t size) {
  if (size < 8) return false;
  return is_magic(word_at(data));
}

bool is_archive(const unsigned char* data, std::size_t size) {
  if (data == nullptr || !has_magic(data, size)) return false;
  return size > 9;
}

}  // namespace

int count_entries(const unsigned char* data, std::size_t size) {
  if (!is_archive(data, size)) return -1;
  const int count = data[8];
  assert(count > 0);
  return count;
}
