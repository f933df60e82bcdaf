#include <array>

#include "symbolic/rules.h"

namespace reenact::symbolic {
namespace {

// ~~x -> x
Expr not_twice(Expressions& e, const Node& n) { return e.is(n.a(), Op::kNot) ? e[n.a()].a() : Expr{}; }

// !(a < b) -> b <= a, of integers; not of floats, for NaN
Expr not_comparison(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  switch (inner.kind()) {
    case Op::kUlt:
      return e.make(Op::kUle, inner.b(), inner.a());
    case Op::kUle:
      return e.make(Op::kUlt, inner.b(), inner.a());
    case Op::kSlt:
      return e.make(Op::kSle, inner.b(), inner.a());
    case Op::kSle:
      return e.make(Op::kSlt, inner.b(), inner.a());
    default:
      return {};
  }
}

// x & 0 -> 0
Expr and_zero(Expressions& e, const Node& n) { return is_zero(e, n.b()) ? n.b() : Expr{}; }
// x & 1111 -> x
Expr and_ones(Expressions& e, const Node& n) { return is_ones(e, n.b()) ? n.a() : Expr{}; }
// x & x -> x;  x | x -> x
Expr same_operands(Expressions&, const Node& n) { return n.a() == n.b() ? n.a() : Expr{}; }
// x & ~x -> 0
Expr and_complement(Expressions& e, const Node& n) {
  const bool complement =
      (e.is(n.a(), Op::kNot) && e[n.a()].a() == n.b()) || (e.is(n.b(), Op::kNot) && e[n.b()].a() == n.a());
  return complement ? zero(e, n.width) : Expr{};
}
// x | 0 -> x;  x ^ 0 -> x
Expr or_zero(Expressions& e, const Node& n) { return is_zero(e, n.b()) ? n.a() : Expr{}; }
// x | 1111 -> 1111
Expr or_ones(Expressions& e, const Node& n) { return is_ones(e, n.b()) ? n.b() : Expr{}; }
// x | ~x -> 1111;  x ^ ~x -> 1111
Expr or_complement(Expressions& e, const Node& n) {
  const bool complement =
      (e.is(n.a(), Op::kNot) && e[n.a()].a() == n.b()) || (e.is(n.b(), Op::kNot) && e[n.b()].a() == n.a());
  return complement ? e.constant(ones(n.width), n.width) : Expr{};
}
// x ^ x -> 0
Expr xor_same(Expressions& e, const Node& n) { return n.a() == n.b() ? zero(e, n.width) : Expr{}; }
// x ^ 1111 -> ~x
Expr xor_ones(Expressions& e, const Node& n) { return is_ones(e, n.b()) ? e.make(Op::kNot, n.a()) : Expr{}; }

// (x & 12) & 10 -> x & 8, the same for | and ^
Expr join_constants(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  if (left.kind() != n.kind() || !e.value(n.b()) || !e.value(left.b())) return {};
  return e.make(n.kind(), left.a(), e.make(n.kind(), left.b(), n.b()));
}

/// Bits that may be set in `x`, as far as can be seen at once.
Bits possible_bits(const Expressions& e, Expr x) {
  const Node n = e[x];
  switch (n.kind()) {
    case Op::kConstant:
      return *e.value(x);
    case Op::kZExt:
      return possible_bits(e, n.a());
    case Op::kConcat:
      return possible_bits(e, n.a()) << e.width(n.b()) | possible_bits(e, n.b());
    case Op::kAnd:
      return e.value(n.b()) ? *e.value(n.b()) & possible_bits(e, n.a()) : ones(n.width);
    case Op::kShl: {
      const auto by = e.value(n.b());
      if (!by || *by >= n.width) return ones(n.width);
      return truncated(possible_bits(e, n.a()) << static_cast<unsigned>(*by), n.width);
    }
    case Op::kLShr: {
      const auto by = e.value(n.b());
      if (!by || *by >= n.width) return ones(n.width);
      return possible_bits(e, n.a()) >> static_cast<unsigned>(*by);
    }
    default:
      return ones(n.width);
  }
}

// zext(x8) & 0xff -> zext(x8): the mask keeps all that can be set
Expr and_covering_mask(Expressions& e, const Node& n) {
  const auto mask = e.value(n.b());
  return mask && (possible_bits(e, n.a()) & ~*mask) == 0 ? n.a() : Expr{};
}

// zext(x8) & 0xff00 -> 0: the mask keeps nothing that can be set
Expr and_disjoint_mask(Expressions& e, const Node& n) {
  const auto mask = e.value(n.b());
  return mask && (possible_bits(e, n.a()) & *mask) == 0 ? zero(e, n.width) : Expr{};
}

// x32 & 0xff -> zext(x32[7:0]): a mask of the lowest bits
Expr and_low_mask(Expressions& e, const Node& n) {
  const auto mask = e.value(n.b());
  if (!mask || *mask == 0 || (*mask & (*mask + 1)) != 0 || is_ones(e, n.b())) return {};
  return e.convert(Op::kZExt, e.extract(n.a(), 0, bit_width(*mask)), n.width);
}

// zext(a) & zext(b) -> zext(a & b), the same for | and ^
Expr narrow_bitwise(Expressions& e, const Node& n) {
  if (!e.is(n.a(), Op::kZExt)) return {};
  const Expr inner = e[n.a()].a();
  const unsigned width = e.width(inner);
  Expr other;
  if (e.is(n.b(), Op::kZExt) && e.width(e[n.b()].a()) == width)
    other = e[n.b()].a();
  else if (const auto value = e.value(n.b()); value && *value <= ones(width))
    other = e.constant(*value, width);
  else
    return {};
  return e.convert(Op::kZExt, e.make(n.kind(), inner, other), n.width);
}

// zext(a8) | (zext(b8) << 8) -> zext(concat(b, a)): how bytes become words; the same for ^ and +
Expr join_bytes(Expressions& e, const Node& n) {
  for (const auto& [low, high] : {std::pair{n.a(), n.b()}, std::pair{n.b(), n.a()}}) {
    const Node lower = e[low];
    const Node shifted = e[high];
    if (lower.kind() != Op::kZExt || shifted.kind() != Op::kShl) continue;
    const unsigned width = e.width(lower.a());
    if (!is_value(e, shifted.b(), width)) continue;
    // What the shift pushes out is gone.
    const Expr upper = e.extract(shifted.a(), 0, n.width - width);
    return e.make(Op::kConcat, upper, lower.a());
  }
  return {};
}

// x << 0 -> x, the same for >>
Expr shift_by_zero(Expressions& e, const Node& n) { return is_zero(e, n.b()) ? n.a() : Expr{}; }

// x << 40 -> 0 in 32 bits, the same for >>
Expr shift_out(Expressions& e, const Node& n) {
  const auto by = e.value(n.b());
  return by && *by >= n.width ? zero(e, n.width) : Expr{};
}

// (x << 2) << 3 -> x << 5, the same for >>
Expr shift_twice(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  const auto outer_by = e.value(n.b());
  if (!outer_by || inner.kind() != n.kind()) return {};
  const auto inner_by = e.value(inner.b());
  if (!inner_by) return {};
  // Neither is by the width or more, so the sum is no more than 254; it may be more than the shift's width can say.
  const Bits by = *inner_by + *outer_by;
  return by >= n.width ? zero(e, n.width) : e.make(n.kind(), inner.a(), e.constant(by, n.width));
}

// zext(x8) >> 8 -> 0;  concat(a, b8) >> 8 -> zext(a)
Expr shift_to_upper_part(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  const auto by = e.value(n.b());
  if (!by) return {};
  if (inner.kind() == Op::kZExt && *by >= e.width(inner.a())) return zero(e, n.width);
  if (inner.kind() == Op::kConcat && *by == e.width(inner.b())) return e.convert(Op::kZExt, inner.a(), n.width);
  return {};
}

// (x << 4) >> 4 -> zext(x[27:0]) in 32 bits
Expr shift_left_and_back(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  if (inner.kind() != Op::kShl || inner.b() != n.b()) return {};
  const auto by = e.value(n.b());
  if (!by || *by >= n.width) return {};
  return e.convert(Op::kZExt, e.extract(inner.a(), 0, n.width - static_cast<unsigned>(*by)), n.width);
}

// (x << 24) >> 24, arithmetic -> sext(x[7:0]) in 32 bits: how C widens a char in a register
Expr shift_left_and_back_signed(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  if (inner.kind() != Op::kShl || inner.b() != n.b()) return {};
  const auto by = e.value(n.b());
  if (!by || *by >= n.width) return {};
  return e.convert(Op::kSExt, e.extract(inner.a(), 0, n.width - static_cast<unsigned>(*by)), n.width);
}

// x >> 40 -> x >> 31, arithmetic, in 32 bits
Expr shift_out_signed(Expressions& e, const Node& n) {
  const auto by = e.value(n.b());
  return by && *by >= n.width ? e.make(Op::kAShr, n.a(), e.constant(n.width - 1, n.width)) : Expr{};
}

// zext(x8) >> 3, arithmetic -> zext(x8) >> 3, logical: the sign is known to be 0
Expr shift_unsigned(Expressions& e, const Node& n) {
  return e.is(n.a(), Op::kZExt) ? e.make(Op::kLShr, n.a(), n.b()) : Expr{};
}

#define RULE(op, function) \
  Rule { Op::op, #function, function }
constexpr std::array kBitwiseRules = {
    RULE(kNot, not_twice),
    RULE(kNot, not_comparison),
    RULE(kAnd, and_zero),
    RULE(kAnd, and_ones),
    RULE(kAnd, same_operands),
    RULE(kAnd, and_complement),
    RULE(kAnd, join_constants),
    RULE(kAnd, and_covering_mask),
    RULE(kAnd, and_disjoint_mask),
    RULE(kAnd, and_low_mask),
    RULE(kAnd, narrow_bitwise),
    RULE(kOr, or_zero),
    RULE(kOr, or_ones),
    RULE(kOr, same_operands),
    RULE(kOr, or_complement),
    RULE(kOr, join_constants),
    RULE(kOr, narrow_bitwise),
    RULE(kOr, join_bytes),
    RULE(kXor, or_zero),
    RULE(kXor, xor_ones),
    RULE(kXor, xor_same),
    RULE(kXor, or_complement),
    RULE(kXor, join_constants),
    RULE(kXor, narrow_bitwise),
    RULE(kXor, join_bytes),
    RULE(kAdd, join_bytes),
    RULE(kShl, shift_by_zero),
    RULE(kShl, shift_out),
    RULE(kShl, shift_twice),
    RULE(kLShr, shift_by_zero),
    RULE(kLShr, shift_out),
    RULE(kLShr, shift_twice),
    RULE(kLShr, shift_to_upper_part),
    RULE(kLShr, shift_left_and_back),
    RULE(kAShr, shift_by_zero),
    RULE(kAShr, shift_left_and_back_signed),
    RULE(kAShr, shift_out_signed),
    RULE(kAShr, shift_unsigned),
};
#undef RULE

}  // namespace

std::span<const Rule> bitwise_rules() { return kBitwiseRules; }

}  // namespace reenact::symbolic
