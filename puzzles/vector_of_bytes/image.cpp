#include "image.h"

#include <stdexcept>

namespace image {

unsigned pixels(const std::vector<std::uint8_t>& bytes) {
  if (bytes.size() < 6) return 0;
  if (bytes[0] != 0x89 || bytes[1] != 'P' || bytes[2] != 'I' || bytes[3] != 'X') return 0;
  const unsigned width = bytes[4], height = bytes[5];
  if (width == 0 || height == 0) return 0;
  if (bytes.size() < 6 + width * height) throw std::runtime_error("pixels are missing");
  return width * height;
}

int average(const std::vector<std::int16_t>& values, int least) {
  int sum = 0, count = 0;
  for (const std::int16_t each : values) {
    if (each <= least) continue;
    sum += each;
    ++count;
  }
  return sum / count;
}

}  // namespace image
