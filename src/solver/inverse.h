// What an operand would have to be for an operation to give a certain value.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "symbolic/bits.h"
#include "symbolic/expressions.h"

namespace reenact::solver {

/// Numbers that look random, the same ones every time (Marsaglia's xorshift64).
class Dice {
 public:
  [[nodiscard]] std::uint64_t roll() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    return state_ ^= state_ << 17;
  }
  /// REQUIRES: sides > 0.
  [[nodiscard]] unsigned roll(unsigned sides) { return static_cast<unsigned>(roll() % sides); }

 private:
  std::uint64_t state_ = 0x9e3779b97f4a7c15;
};

/// An operation with the values that its operands have now.
struct Computed {
  symbolic::Node node;
  std::array<symbolic::Bits, 3> values{};
  std::array<unsigned, 3> widths{};
  std::array<bool, 3> is_constant{};
  const symbolic::Table* table = nullptr;  // the one that is read
};

/// An operand to change, and to what.
struct Change {
  unsigned operand = 0;
  symbolic::Bits value = 0;
};

/// A change of one operand after which the operation gives `wanted`, the others being as they are; or, where no value does that, one that
/// comes near. Which operand, and which of several values, the dice say; small values are preferred. None: no operand can be changed, or
/// the operation is not known here.
[[nodiscard]] std::optional<Change> change_for(const Computed& computed, symbolic::Bits wanted, Dice& dice);

}  // namespace reenact::solver
