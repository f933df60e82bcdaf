#include "attachment.h"

#include <cassert>
#include <vector>

namespace {

const signed char kValue[128] = {
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 62, -1, -1, -1, 63, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, -1, -1, -1, -1, -1, -1,
    -1, 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, -1, -1, -1, -1, -1,
    -1, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, -1, -1, -1, -1, -1,
};

std::vector<unsigned char> decoded(const std::string& text) {
  std::vector<unsigned char> bytes;
  unsigned group = 0;
  for (std::size_t i = 0; i < text.size() && i < 12; ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= sizeof kValue || kValue[c] < 0) return {};
    group = group << 6 | static_cast<unsigned>(kValue[c]);
    if (i % 4 != 3) continue;
    for (int shift = 16; shift >= 0; shift -= 8) bytes.push_back(static_cast<unsigned char>(group >> shift));
    group = 0;
  }
  return bytes;
}

}  // namespace

std::string kind_of_attachment(const std::string& base64) {
  const std::vector<unsigned char> bytes = decoded(base64);
  if (bytes.size() < 9) return "";
  if (bytes[0] != 'P' || bytes[1] != 'K' || bytes[2] != 3 || bytes[3] != 4) return "";
  // The version that is needed, and the one that is there.
  const int needed = bytes[4] | bytes[5] << 8, there = bytes[6] | bytes[7] << 8;
  if (needed != 20 || bytes[8] != 0) return "";
  assert(there >= needed);
  return "archive";
}
