#include <algorithm>
#include <array>

#include "symbolic/rules.h"

namespace reenact::symbolic {
namespace {

// zext(zext(x)) -> zext(x); the same for sext
Expr extend_twice(Expressions& e, const Node& n) {
  return e.is(n.a(), n.kind()) ? e.convert(n.kind(), e[n.a()].a(), n.width) : Expr{};
}

// sext(zext(x)) -> zext(x): the sign is known to be 0
Expr sign_extend_unsigned(Expressions& e, const Node& n) {
  return e.is(n.a(), Op::kZExt) ? e.convert(Op::kZExt, e[n.a()].a(), n.width) : Expr{};
}

// x[31:0] -> x in 32 bits
Expr extract_all(Expressions& e, const Node& n) { return n.low() == 0 && e.width(n.a()) == n.width ? n.a() : Expr{}; }

// x[23:8][7:0] -> x[15:8]
Expr extract_twice(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  return inner.kind() == Op::kExtract ? e.extract(inner.a(), inner.low() + n.low(), n.width) : Expr{};
}

// zext(x8)[7:0] -> x8;  zext(x8)[3:0] -> x8[3:0];  zext(x8)[11:0] -> zext(x8);  zext(x8)[15:8] -> 0
Expr extract_of_zext(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  if (inner.kind() != Op::kZExt) return {};
  const unsigned width = e.width(inner.a());
  if (n.low() >= width) return zero(e, n.width);
  if (n.low() + n.width <= width) return e.extract(inner.a(), n.low(), n.width);
  return e.convert(Op::kZExt, e.extract(inner.a(), n.low(), width - n.low()), n.width);
}

// sext(x8)[7:0] -> x8;  sext(x8)[11:4] -> sext(x8[7:4])
Expr extract_of_sext(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  if (inner.kind() != Op::kSExt) return {};
  const unsigned width = e.width(inner.a());
  const unsigned low = std::min(n.low(), width - 1);
  if (n.low() + n.width <= width) return e.extract(inner.a(), low, n.width);
  return e.convert(Op::kSExt, e.extract(inner.a(), low, width - low), n.width);
}

// concat(a8, b8)[7:0] -> b8;  concat(a8, b8)[15:8] -> a8;  concat(a8, b8)[11:4] -> concat(a8[3:0], b8[7:4])
Expr extract_of_concat(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  if (inner.kind() != Op::kConcat) return {};
  const unsigned lower = e.width(inner.b());
  if (n.low() >= lower) return e.extract(inner.a(), n.low() - lower, n.width);
  if (n.low() + n.width <= lower) return e.extract(inner.b(), n.low(), n.width);
  return e.make(Op::kConcat, e.extract(inner.a(), 0, n.low() + n.width - lower),
                e.extract(inner.b(), n.low(), lower - n.low()));
}

/// Both operands of `inner` cut out and joined again by its operation, if one of them got simpler by that. Otherwise the extract
/// stays outside, where the parts of what was stored and loaded again find together (concat_neighbours).
Expr extract_operands(Expressions& e, const Node& n, const Node& inner) {
  const auto simpler = [&](Expr cut) { return !e.is(cut, Op::kExtract); };
  const Expr first = e.extract(inner.a(), n.low(), n.width);
  if (operand_count(inner.kind()) == 1) return simpler(first) ? e.make(inner.kind(), first) : Expr{};
  const Expr second = e.extract(inner.b(), n.low(), n.width);
  return simpler(first) || simpler(second) ? e.make(inner.kind(), first, second) : Expr{};
}

// (zext(x8) & y)[7:0] -> x8 & y[7:0], the same for | ^ ~
Expr extract_of_bitwise(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  switch (inner.kind()) {
    case Op::kNot:
    case Op::kAnd:
    case Op::kOr:
    case Op::kXor:
      return extract_operands(e, n, inner);
    default:
      return {};
  }
}

// (zext(x8) + y)[7:0] -> x8 + y[7:0], the same for - and *: the lowest bits depend on the lowest only
Expr extract_of_arithmetic(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  if (n.low() != 0) return {};
  switch (inner.kind()) {
    case Op::kNeg:
    case Op::kAdd:
    case Op::kSub:
    case Op::kMul:
      return extract_operands(e, n, inner);
    default:
      return {};
  }
}

// (x << 8)[7:0] -> 0;  (x << 8)[31:8] -> x[23:0]
Expr extract_of_shift_left(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  if (inner.kind() != Op::kShl) return {};
  const auto by = e.value(inner.b());
  if (!by) return {};
  if (*by >= n.low() + n.width) return zero(e, n.width);
  if (*by <= n.low()) return e.extract(inner.a(), n.low() - static_cast<unsigned>(*by), n.width);
  return {};
}

// (x >> 8)[7:0] -> x[15:8], of both shifts, as far as no fill gets in
Expr extract_of_shift_right(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  if (inner.kind() != Op::kLShr && inner.kind() != Op::kAShr) return {};
  const auto by = e.value(inner.b());
  if (!by || *by + n.low() + n.width > inner.width) return {};
  return e.extract(inner.a(), n.low() + static_cast<unsigned>(*by), n.width);
}

// (c ? 1 : 2)[7:0] -> c ? 1 : 2, of constants
Expr extract_of_choice(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  if (inner.kind() != Op::kIte || !e.value(inner.b()) || !e.value(inner.c())) return {};
  return e.ite(inner.a(), e.extract(inner.b(), n.low(), n.width), e.extract(inner.c(), n.low(), n.width));
}

// concat(x[15:8], x[7:0]) -> x[15:0]
Expr concat_neighbours(Expressions& e, const Node& n) {
  const Node upper = e[n.a()];
  const Node lower = e[n.b()];
  if (upper.kind() != Op::kExtract || lower.kind() != Op::kExtract || upper.a() != lower.a()) return {};
  if (upper.low() != lower.low() + lower.width) return {};
  return e.extract(lower.a(), lower.low(), n.width);
}

// concat(a, concat(b, c)) -> concat(concat(a, b), c)
Expr concat_to_the_left(Expressions& e, const Node& n) {
  const Node lower = e[n.b()];
  if (lower.kind() != Op::kConcat) return {};
  return e.make(Op::kConcat, e.make(Op::kConcat, n.a(), lower.a()), lower.b());
}

// concat(concat(a, x[15:8]), x[7:0]) -> concat(a, x[15:0])
Expr concat_neighbour_within(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  if (left.kind() != Op::kConcat) return {};
  const Node upper = e[left.b()];
  const Node lower = e[n.b()];
  if (upper.kind() != Op::kExtract || lower.kind() != Op::kExtract || upper.a() != lower.a()) return {};
  if (upper.low() != lower.low() + lower.width) return {};
  return e.make(Op::kConcat, left.a(), e.extract(lower.a(), lower.low(), upper.width + lower.width));
}

// concat(0, x) -> zext(x)
Expr concat_zero(Expressions& e, const Node& n) {
  return is_zero(e, n.a()) ? e.convert(Op::kZExt, n.b(), n.width) : Expr{};
}

// concat(zext(a), b) -> zext(concat(a, b)); the same for sext
Expr concat_extended(Expressions& e, const Node& n) {
  const Node upper = e[n.a()];
  if (upper.kind() != Op::kZExt && upper.kind() != Op::kSExt) return {};
  return e.convert(upper.kind(), e.make(Op::kConcat, upper.a(), n.b()), n.width);
}

#define RULE(op, function) \
  Rule { Op::op, #function, function }
constexpr std::array kWidthRules = {
    RULE(kZExt, extend_twice),
    RULE(kSExt, extend_twice),
    RULE(kSExt, sign_extend_unsigned),
    RULE(kExtract, extract_all),
    RULE(kExtract, extract_twice),
    RULE(kExtract, extract_of_zext),
    RULE(kExtract, extract_of_sext),
    RULE(kExtract, extract_of_concat),
    RULE(kExtract, extract_of_bitwise),
    RULE(kExtract, extract_of_arithmetic),
    RULE(kExtract, extract_of_shift_left),
    RULE(kExtract, extract_of_shift_right),
    RULE(kExtract, extract_of_choice),
    RULE(kConcat, concat_neighbours),
    RULE(kConcat, concat_zero),
    RULE(kConcat, concat_to_the_left),
    RULE(kConcat, concat_neighbour_within),
    RULE(kConcat, concat_extended),
};
#undef RULE

}  // namespace

std::span<const Rule> width_rules() { return kWidthRules; }

}  // namespace reenact::symbolic
