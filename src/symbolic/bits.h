// Values of up to 128 bits, the upper ones 0.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

namespace reenact::symbolic {

using Bits = unsigned __int128;
using SignedBits = __int128;

/// `width` ones; width 1 to 128.
[[nodiscard]] constexpr Bits ones(unsigned width) { return ~Bits{0} >> (128 - width); }
[[nodiscard]] constexpr Bits truncated(Bits value, unsigned width) { return value & ones(width); }
/// The value of `width` bits as a signed number.
[[nodiscard]] constexpr SignedBits as_signed(Bits value, unsigned width) {
  return static_cast<SignedBits>(value << (128 - width)) >> (128 - width);
}
/// 1000…0: the smallest signed number.
[[nodiscard]] constexpr Bits sign_bit(unsigned width) { return Bits{1} << (width - 1); }
[[nodiscard]] constexpr bool is_power_of_two(Bits value) { return value != 0 && (value & (value - 1)) == 0; }
/// The position of the only bit of a power of two.
[[nodiscard]] constexpr unsigned log2_of(Bits value) {
  const auto low = static_cast<std::uint64_t>(value);
  return static_cast<unsigned>(low != 0 ? std::countr_zero(low)
                                        : 64 + std::countr_zero(static_cast<std::uint64_t>(value >> 64)));
}
/// Bits needed to write `value`; 0 for 0.
[[nodiscard]] constexpr unsigned bit_width(Bits value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return static_cast<unsigned>(high != 0 ? 64 + std::bit_width(high)
                                         : std::bit_width(static_cast<std::uint64_t>(value)));
}
/// In decimal; fmt does not print 128 bits in every version.
[[nodiscard]] std::string decimal(Bits value);

}  // namespace reenact::symbolic
