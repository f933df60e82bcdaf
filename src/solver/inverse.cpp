#include "solver/inverse.h"

#include <algorithm>

#include "symbolic/operation.h"

namespace reenact::solver {
namespace {

using symbolic::as_signed;
using symbolic::Bits;
using symbolic::Node;
using symbolic::ones;
using symbolic::Op;
using symbolic::sign_bit;
using symbolic::SignedBits;
using symbolic::truncated;

/// 1 / odd modulo 2^128: each step of Newton's doubles the right bits.
Bits inverse_of(Bits odd) {
  Bits result = odd;
  for (int i = 0; i < 7; ++i) result *= 2 - odd * result;
  return result;
}

unsigned trailing_zeros(Bits value) {
  unsigned count = 0;
  for (; (value & 1) == 0; value >>= 1) ++count;
  return count;
}

class Inverse {
 public:
  Inverse(const Computed& computed, Bits wanted, Dice& dice) : c_(computed), wanted_(wanted), dice_(dice) {}

  std::optional<Change> operator()() {
    const auto operand = chosen();
    if (!operand) return std::nullopt;
    const auto value = value_for(*operand);
    if (!value) return std::nullopt;
    return Change{*operand, truncated(*value, c_.widths[*operand])};
  }

 private:
  [[nodiscard]] std::optional<unsigned> chosen() {
    const Op op = c_.node.kind();
    if (op == Op::kIte) return of_choice();
    if (symbolic::operand_count(op) == 1 || op == Op::kRead) return op == Op::kRead ? 1U : 0U;
    if ((op == Op::kAnd || op == Op::kOr) && c_.node.width == 1) {
      // The operands that are not as they have to be, or any if one is enough.
      const Bits all = op == Op::kAnd ? 1 : 0;
      if (wanted_ == all)
        for (const unsigned i : {0U, 1U})
          if (c_.values[i] != all) return i;
    }
    if (c_.is_constant[0] && c_.is_constant[1]) return std::nullopt;
    if (op == Op::kConcat) {
      const unsigned low = c_.widths[1];
      if (!c_.is_constant[0] && (wanted_ >> low) != c_.values[0]) return 0;
      return c_.is_constant[1] ? std::nullopt : std::optional(1U);
    }
    if (c_.is_constant[0]) return 1;
    if (c_.is_constant[1]) return 0;
    return dice_.roll(2);
  }

  /// The other branch, where that is what is wanted; else a change in the branch that is taken.
  [[nodiscard]] std::optional<unsigned> of_choice() {
    const unsigned taken = c_.values[0] != 0 ? 1 : 2;
    const bool other_is_right = c_.values[3 - taken] == wanted_;
    if (!c_.is_constant[0] && (other_is_right || c_.is_constant[taken] || dice_.roll(4) == 0)) return 0;
    return c_.is_constant[taken] ? std::nullopt : std::optional(taken);
  }

  [[nodiscard]] std::optional<Bits> value_for(unsigned i) {
    const unsigned width = c_.widths[i];
    const Bits other = c_.values[1 - std::min(i, 1U)];
    switch (c_.node.kind()) {
      case Op::kNot:
        return ~wanted_;
      case Op::kNeg:
        return -wanted_;
      case Op::kAdd:
        return wanted_ - other;
      case Op::kSub:
        return i == 0 ? wanted_ + other : other - wanted_;
      case Op::kXor:
        return wanted_ ^ other;
      case Op::kAnd:
        return width == 1 ? wanted_ : (wanted_ & other) | (c_.values[i] & ~other);
      case Op::kOr:
        return width == 1 ? wanted_ : (wanted_ & ~other) | (c_.values[i] & other);
      case Op::kMul:
        return factor(other);
      case Op::kUDiv:
        return i == 0 && other != 0 ? std::optional(wanted_ * other) : std::nullopt;
      case Op::kSDiv:
        return i == 0 && other != 0
                   ? std::optional(static_cast<Bits>(as_signed(wanted_, width) * as_signed(other, width)))
                   : std::nullopt;
      case Op::kURem:
      case Op::kSRem:
        return i == 0 ? std::optional(wanted_) : std::nullopt;
      case Op::kShl:
        return shifted(i, other, [&] { return (wanted_ >> other) | (c_.values[i] & ~(ones(width) >> other)); });
      case Op::kLShr:
      case Op::kAShr:
        return shifted(i, other, [&] { return (wanted_ << other) | (c_.values[i] & ((Bits{1} << other) - 1)); });
      case Op::kConcat:
        return i == 0 ? wanted_ >> c_.widths[1] : wanted_;
      case Op::kExtract: {
        const Bits field = ones(c_.node.width) << c_.node.low();
        return (c_.values[0] & ~field) | (wanted_ << c_.node.low());
      }
      case Op::kZExt:
      case Op::kSExt:
        return wanted_;
      case Op::kIte:
        return i == 0 ? Bits{c_.values[0] == 0} : wanted_;
      case Op::kRead:
        return place_in_table();
      case Op::kEq:
        return wanted_ != 0 ? other : different(other);
      case Op::kUlt:
      case Op::kUle:
      case Op::kSlt:
      case Op::kSle:
        return ordered(i, other);
      default:
        return c_.node.kind() >= Op::kFAdd ? float_for(i, other) : std::nullopt;
    }
  }

  /// Floats are rounded, so what comes may only be near what is wanted.
  [[nodiscard]] std::optional<Bits> float_for(unsigned i, Bits other) {
    const unsigned width = c_.widths[i];
    const Bits sign = sign_bit(width);
    switch (c_.node.kind()) {
      case Op::kFAdd:
        return computed(Op::kFSub, wanted_, other, width);
      case Op::kFSub:
        return i == 0 ? computed(Op::kFAdd, wanted_, other, width) : computed(Op::kFSub, other, wanted_, width);
      case Op::kFMul:
        // As of integers: what is multiplied by 0 stays 0.
        return (other & ~sign) == 0 ? whole(1, width) : computed(Op::kFDiv, wanted_, other, width);
      case Op::kFDiv:
        return i == 0 ? computed(Op::kFMul, wanted_, other, width) : computed(Op::kFDiv, other, wanted_, width);
      case Op::kFNeg:
        return wanted_ ^ sign;
      case Op::kFAbs:
        return wanted_ & ~sign;
      case Op::kFSqrt:
        return computed(Op::kFMul, wanted_, wanted_, width);
      case Op::kFNan:
        return wanted_ != 0 ? ones(width) & ~sign : whole(1, width);
      case Op::kFToF:
        return computed(Op::kFToF, wanted_, 0, c_.node.width, width);
      case Op::kFToS:
        return computed(Op::kSToF, wanted_, 0, c_.node.width, width);
      case Op::kFToU:
        return computed(Op::kUToF, wanted_, 0, c_.node.width, width);
      case Op::kSToF:
        return computed(Op::kFToS, wanted_, 0, c_.node.width, width);
      case Op::kUToF:
        return computed(Op::kFToU, wanted_, 0, c_.node.width, width);
      default:
        return compared(i, other);
    }
  }

  /// What `op` makes of operands of `width` bits, of `result` bits (0: of as many).
  [[nodiscard]] static std::optional<Bits> computed(Op op, Bits a, Bits b, unsigned width, unsigned result = 0) {
    Node node;
    node.op = static_cast<std::uint8_t>(op);
    node.width = static_cast<std::uint8_t>(result == 0 ? width : result);
    return symbolic::compute(node, {.a = a, .b = b, .c = 0, .width = width});
  }

  /// `number` as a float.
  [[nodiscard]] static Bits whole(unsigned number, unsigned width) {
    return computed(Op::kUToF, number, 0, 64, width).value_or(0);
  }

  /// A float that compares with the other operand as is wanted.
  [[nodiscard]] std::optional<Bits> compared(unsigned i, Bits other) {
    constexpr unsigned kTries = 12;
    for (unsigned tried = 0; tried < kTries; ++tried) {
      const Bits value = truncated(float_near(other, c_.widths[i]), c_.widths[i]);
      const bool is_first = i == 0;
      const symbolic::Operands in{
          .a = is_first ? value : other, .b = is_first ? other : value, .c = 0, .width = c_.widths[i]};
      if (symbolic::compute(c_.node, in) == wanted_) return value;
    }
    return std::nullopt;
  }

  [[nodiscard]] Bits float_near(Bits other, unsigned width) {
    const Bits sign = dice_.roll(2) == 0 ? Bits{0} : sign_bit(width);
    switch (dice_.roll(6)) {
      case 0:
        return other;
      case 1:
        return other + 1;  // the next one
      case 2:
        return other - 1;
      case 3:
        return computed(Op::kFAdd, other, whole(1, width) | sign, width).value_or(0);
      case 4:
        return computed(Op::kFMul, other, whole(2, width), width).value_or(0);
      default:
        return whole(dice_.roll(8), width) | sign;
    }
  }

  /// x * other == wanted. What is multiplied by 0 stays 0: 1 lets the other operand bring about what is wanted.
  [[nodiscard]] std::optional<Bits> factor(Bits other) const {
    if (other == 0) return 1;
    const unsigned zeros = trailing_zeros(other);
    return (wanted_ >> zeros) * inverse_of(other >> zeros);
  }

  [[nodiscard]] std::optional<Bits> shifted(unsigned i, Bits by, const auto& value) const {
    if (i == 1) return shift_to_wanted();
    if (by >= c_.widths[0]) return std::nullopt;
    return value();
  }

  /// How far the first operand has to be shifted, the least of such numbers.
  [[nodiscard]] std::optional<Bits> shift_to_wanted() const {
    for (Bits by = 0; by < c_.widths[0]; ++by) {
      const symbolic::Operands shifted{.a = c_.values[0], .b = by, .c = 0, .width = c_.widths[0]};
      if (symbolic::compute(c_.node, shifted) == wanted_) return by;
    }
    return std::nullopt;
  }

  /// One of the places with that element, any of them; behind its end a table has zeros.
  [[nodiscard]] std::optional<Bits> place_in_table() {
    if (c_.table == nullptr || c_.table->elements.empty()) return std::nullopt;
    const std::size_t size = c_.table->elements.size();
    const std::size_t first = static_cast<std::size_t>(dice_.roll() % size);
    for (std::size_t i = 0; i < size; ++i)
      if (const std::size_t place = (first + i) % size; c_.table->elements[place] == wanted_) return place;
    return wanted_ == 0 && size <= ones(c_.widths[1]) ? std::optional<Bits>(size) : std::nullopt;
  }

  [[nodiscard]] Bits different(Bits from) {
    switch (dice_.roll(4)) {
      case 0:
        return from + 1;
      case 1:
        return from - 1;
      case 2:
        return from == 0 ? Bits{1} : Bits{0};
      default:
        return Bits{dice_.roll(16)};
    }
  }

  /// A value that is on the right side of the other operand; at its border, or anywhere.
  [[nodiscard]] std::optional<Bits> ordered(unsigned i, Bits other) {
    const Op op = c_.node.kind();
    const unsigned width = c_.widths[i];
    const bool is_signed = op == Op::kSlt || op == Op::kSle;
    const bool strict = (op == Op::kUlt || op == Op::kSlt) == (wanted_ != 0);
    const bool below = (i == 0) == (wanted_ != 0);  // must this operand be the smaller one?
    // Of signed numbers in the order of unsigned ones.
    const Bits flip = is_signed ? sign_bit(width) : 0;
    const Bits border = other ^ flip, least = 0, most = ones(width);
    Bits low = least, high = most;
    if (below) {
      if (strict && border == least) return std::nullopt;
      high = strict ? border - 1 : border;
    } else {
      if (strict && border == most) return std::nullopt;
      low = strict ? border + 1 : border;
    }
    const Bits near = below ? high : low;
    const Bits zero = flip;  // 0, in this order
    const Bits small = std::clamp(zero + dice_.roll(8), low, high);
    switch (dice_.roll(4)) {
      case 0:
        return small ^ flip;
      case 1:
        return (low + (Bits{dice_.roll()} << 64 | dice_.roll()) % (high - low + 1 == 0 ? most : high - low + 1)) ^ flip;
      default:
        return near ^ flip;
    }
  }

  const Computed& c_;
  const Bits wanted_;
  Dice& dice_;
};

}  // namespace

std::optional<Change> change_for(const Computed& computed, Bits wanted, Dice& dice) {
  return Inverse(computed, wanted, dice)();
}

}  // namespace reenact::solver
