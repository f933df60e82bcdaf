#include <array>

#include "symbolic/rules.h"

namespace reenact::symbolic {
namespace {

// Of a NaN negation and absolute value change the sign bit and nothing else (IEEE 754, 5.5.1), so these hold bit by bit, which is
// how they are written: what follows is about bit-vectors.

// -x -> x ^ 0x80000000
Expr negate_sign_bit(Expressions& e, const Node& n) {
  return e.make(Op::kXor, n.a(), e.constant(sign_bit(n.width), n.width));
}

// |x| -> x & 0x7fffffff
Expr clear_sign_bit(Expressions& e, const Node& n) {
  return e.make(Op::kAnd, n.a(), e.constant(ones(n.width) >> 1, n.width));
}

// x < x -> false, also of a NaN
Expr float_less_than_itself(Expressions& e, const Node& n) { return n.a() == n.b() ? e.truth(false) : Expr{}; }

// x == x -> !isnan(x);  x <= x -> !isnan(x)
Expr float_equals_itself(Expressions& e, const Node& n) {
  return n.a() == n.b() ? e.negation(e.make(Op::kFNan, n.a())) : Expr{};
}

// isnan((double)x32) -> isnan(x32)
Expr nan_of_conversion(Expressions& e, const Node& n) {
  return e.is(n.a(), Op::kFToF) ? e.make(Op::kFNan, e[n.a()].a()) : Expr{};
}

// isnan((float)i) -> false
Expr nan_of_integer(Expressions& e, const Node& n) {
  return e.is(n.a(), Op::kSToF) || e.is(n.a(), Op::kUToF) ? e.truth(false) : Expr{};
}

#define RULE(op, function) \
  Rule { Op::op, #function, function }
constexpr std::array kFloatRules = {
    RULE(kFNeg, negate_sign_bit),    RULE(kFAbs, clear_sign_bit),     RULE(kFLt, float_less_than_itself),
    RULE(kFEq, float_equals_itself), RULE(kFLe, float_equals_itself), RULE(kFNan, nan_of_conversion),
    RULE(kFNan, nan_of_integer),
};
#undef RULE

}  // namespace

std::span<const Rule> float_rules() { return kFloatRules; }

}  // namespace reenact::symbolic
