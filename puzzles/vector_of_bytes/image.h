#pragma once

#include <cstdint>
#include <vector>

namespace image {

/// How many pixels an image has. `bytes`: four that say what it is, width, height, and the pixels.
unsigned pixels(const std::vector<std::uint8_t>& bytes);

/// The average of `values` that are above `least`.
int average(const std::vector<std::int16_t>& values, int least);

}  // namespace image
