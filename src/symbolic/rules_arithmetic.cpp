#include <array>

#include "symbolic/rules.h"

namespace reenact::symbolic {
namespace {

// x + 0 -> x
Expr add_zero(Expressions& e, const Node& n) { return is_zero(e, n.b()) ? n.a() : Expr{}; }

// (x + 2) + 3 -> x + 5
Expr add_constants(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  const auto outer = e.value(n.b());
  if (!outer || left.kind() != Op::kAdd) return {};
  const auto inner = e.value(left.b());
  return inner ? e.make(Op::kAdd, left.a(), e.constant(*inner + *outer, n.width)) : Expr{};
}

// (x + 2) + y -> (x + y) + 2
Expr add_constant_last(Expressions& e, const Node& n) {
  for (const auto& [sum, other] : {std::pair{n.a(), n.b()}, std::pair{n.b(), n.a()}}) {
    const Node inner = e[sum];
    if (inner.kind() == Op::kAdd && e.value(inner.b()) && !e.value(other))
      return e.make(Op::kAdd, e.make(Op::kAdd, inner.a(), other), inner.b());
  }
  return {};
}

// x + x -> x << 1
Expr add_same(Expressions& e, const Node& n) {
  return n.a() == n.b() && n.width > 1 ? e.make(Op::kShl, n.a(), e.constant(1, n.width)) : Expr{};
}

// x + -y -> x - y
Expr add_negated(Expressions& e, const Node& n) {
  if (e.is(n.b(), Op::kNeg)) return e.make(Op::kSub, n.a(), e[n.b()].a());
  return e.is(n.a(), Op::kNeg) ? e.make(Op::kSub, n.b(), e[n.a()].a()) : Expr{};
}

// (x - y) + y -> x
Expr add_what_was_subtracted(Expressions& e, const Node& n) {
  for (const auto& [difference, other] : {std::pair{n.a(), n.b()}, std::pair{n.b(), n.a()}})
    if (e.is(difference, Op::kSub) && e[difference].b() == other) return e[difference].a();
  return {};
}

// ~x + 1 -> -x
Expr add_one_to_not(Expressions& e, const Node& n) {
  return is_value(e, n.b(), 1) && e.is(n.a(), Op::kNot) ? e.make(Op::kNeg, e[n.a()].a()) : Expr{};
}

// x - 3 -> x + -3
Expr subtract_constant(Expressions& e, const Node& n) {
  const auto value = e.value(n.b());
  return value ? e.make(Op::kAdd, n.a(), e.constant(Bits{0} - *value, n.width)) : Expr{};
}

// 0 - x -> -x
Expr subtract_from_zero(Expressions& e, const Node& n) { return is_zero(e, n.a()) ? e.make(Op::kNeg, n.b()) : Expr{}; }

// x - x -> 0
Expr subtract_same(Expressions& e, const Node& n) { return n.a() == n.b() ? zero(e, n.width) : Expr{}; }

// (x + y) - x -> y
Expr subtract_summand(Expressions& e, const Node& n) {
  const Node sum = e[n.a()];
  if (sum.kind() != Op::kAdd) return {};
  if (sum.a() == n.b()) return sum.b();
  return sum.b() == n.b() ? sum.a() : Expr{};
}

// (x + 2) - y -> (x - y) + 2
Expr subtract_from_constant_sum(Expressions& e, const Node& n) {
  const Node sum = e[n.a()];
  if (sum.kind() != Op::kAdd || !e.value(sum.b())) return {};
  return e.make(Op::kAdd, e.make(Op::kSub, sum.a(), n.b()), sum.b());
}

// x - (y + 2) -> (x - y) + -2
Expr subtract_constant_sum(Expressions& e, const Node& n) {
  const Node sum = e[n.b()];
  if (sum.kind() != Op::kAdd) return {};
  const auto value = e.value(sum.b());
  if (!value) return {};
  return e.make(Op::kAdd, e.make(Op::kSub, n.a(), sum.a()), e.constant(Bits{0} - *value, n.width));
}

// -(-x) -> x
Expr negate_twice(Expressions& e, const Node& n) { return e.is(n.a(), Op::kNeg) ? e[n.a()].a() : Expr{}; }

// -(x - y) -> y - x
Expr negate_difference(Expressions& e, const Node& n) {
  return e.is(n.a(), Op::kSub) ? e.make(Op::kSub, e[n.a()].b(), e[n.a()].a()) : Expr{};
}

// -(x + 2) -> -2 - x
Expr negate_constant_sum(Expressions& e, const Node& n) {
  const Node sum = e[n.a()];
  if (sum.kind() != Op::kAdd) return {};
  const auto value = e.value(sum.b());
  return value ? e.make(Op::kSub, e.constant(Bits{0} - *value, n.width), sum.a()) : Expr{};
}

// x * 0 -> 0
Expr multiply_by_zero(Expressions& e, const Node& n) { return is_zero(e, n.b()) ? n.b() : Expr{}; }

// x * 1 -> x
Expr multiply_by_one(Expressions& e, const Node& n) { return is_value(e, n.b(), 1) ? n.a() : Expr{}; }

// x * -1 -> -x
Expr multiply_by_minus_one(Expressions& e, const Node& n) {
  return is_ones(e, n.b()) ? e.make(Op::kNeg, n.a()) : Expr{};
}

// x * 8 -> x << 3
Expr multiply_by_power(Expressions& e, const Node& n) {
  const auto value = e.value(n.b());
  if (!value || !is_power_of_two(*value)) return {};
  return e.make(Op::kShl, n.a(), e.constant(log2_of(*value), n.width));
}

// (x * 2) * 3 -> x * 6
Expr multiply_constants(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  const auto outer = e.value(n.b());
  if (!outer || left.kind() != Op::kMul) return {};
  const auto inner = e.value(left.b());
  return inner ? e.make(Op::kMul, left.a(), e.constant(*inner * *outer, n.width)) : Expr{};
}

// x / 1 -> x, signed or not; in one bit the signed 1 is -1
Expr divide_by_one(Expressions& e, const Node& n) { return is_value(e, n.b(), 1) && n.width > 1 ? n.a() : Expr{}; }

// x / 8 -> x >> 3
Expr divide_by_power(Expressions& e, const Node& n) {
  const auto value = e.value(n.b());
  if (!value || !is_power_of_two(*value)) return {};
  return e.make(Op::kLShr, n.a(), e.constant(log2_of(*value), n.width));
}

// x % 8 -> x & 7
Expr remainder_by_power(Expressions& e, const Node& n) {
  const auto value = e.value(n.b());
  if (!value || !is_power_of_two(*value)) return {};
  return e.make(Op::kAnd, n.a(), e.constant(*value - 1, n.width));
}

// x % 1 -> 0, signed
Expr signed_remainder_by_one(Expressions& e, const Node& n) {
  return is_value(e, n.b(), 1) && n.width > 1 ? zero(e, n.width) : Expr{};
}

#define RULE(op, function) \
  Rule { Op::op, #function, function }
constexpr std::array kArithmeticRules = {
    RULE(kAdd, add_zero),
    RULE(kAdd, add_constants),
    RULE(kAdd, add_one_to_not),
    RULE(kAdd, add_what_was_subtracted),
    RULE(kAdd, add_constant_last),
    RULE(kAdd, add_same),
    RULE(kAdd, add_negated),
    RULE(kSub, subtract_constant),
    RULE(kSub, subtract_from_zero),
    RULE(kSub, subtract_same),
    RULE(kSub, subtract_summand),
    RULE(kSub, subtract_from_constant_sum),
    RULE(kSub, subtract_constant_sum),
    RULE(kNeg, negate_twice),
    RULE(kNeg, negate_difference),
    RULE(kNeg, negate_constant_sum),
    RULE(kMul, multiply_by_zero),
    RULE(kMul, multiply_by_one),
    RULE(kMul, multiply_by_minus_one),
    RULE(kMul, multiply_by_power),
    RULE(kMul, multiply_constants),
    RULE(kUDiv, divide_by_one),
    RULE(kUDiv, divide_by_power),
    RULE(kSDiv, divide_by_one),
    RULE(kURem, remainder_by_power),
    RULE(kSRem, signed_remainder_by_one),
};
#undef RULE

}  // namespace

std::span<const Rule> arithmetic_rules() { return kArithmeticRules; }

}  // namespace reenact::symbolic
