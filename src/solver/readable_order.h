// The values of a character in the order in which a reader would choose them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace reenact::solver {

/// Letters, digits and signs first, so that texts stay texts; then what cannot be read.
inline constexpr std::array<std::uint8_t, 256> kReadableOrder = [] {
  std::array<std::uint8_t, 256> result{};
  std::size_t count = 0;
  const auto add = [&](unsigned first, unsigned end) {
    for (unsigned value = first; value < end; ++value) result[count++] = static_cast<std::uint8_t>(value);
  };
  add('a', 127);
  add('0', 'a');
  add(' ', '0');
  add(0, ' ');
  add(127, 256);
  return result;
}();

}  // namespace reenact::solver
