#include <array>

#include "symbolic/rules.h"

namespace reenact::symbolic {
namespace {

// x == x -> true, the same for <=
Expr same_is_true(Expressions& e, const Node& n) { return n.a() == n.b() ? e.truth(true) : Expr{}; }
// x < x -> false
Expr same_is_false(Expressions& e, const Node& n) { return n.a() == n.b() ? e.truth(false) : Expr{}; }

// b == true -> b;  b == false -> !b, of conditions
Expr equal_condition(Expressions& e, const Node& n) {
  if (e.width(n.a()) != 1) return {};
  if (is_value(e, n.b(), 1)) return n.a();
  return is_zero(e, n.b()) ? e.negation(n.a()) : Expr{};
}

// x + 2 == 5 -> x == 3
Expr equal_sum(Expressions& e, const Node& n) {
  const Node sum = e[n.a()];
  if (sum.kind() != Op::kAdd || !e.value(n.b()) || !e.value(sum.b())) return {};
  return e.make(Op::kEq, sum.a(), e.make(Op::kSub, n.b(), sum.b()));
}

// x + 2 == y + 2 -> x == y
Expr equal_sums(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  const Node right = e[n.b()];
  if (left.kind() != Op::kAdd || right.kind() != Op::kAdd || left.b() != right.b()) return {};
  return e.make(Op::kEq, left.a(), right.a());
}

// x - y == 0 -> x == y;  x ^ y == 0 -> x == y
Expr equal_difference(Expressions& e, const Node& n) {
  const Node difference = e[n.a()];
  if (!is_zero(e, n.b()) || (difference.kind() != Op::kSub && difference.kind() != Op::kXor)) return {};
  return e.make(Op::kEq, difference.a(), difference.b());
}

// 5 - x == 3 -> x == 2
Expr equal_constant_difference(Expressions& e, const Node& n) {
  const Node difference = e[n.a()];
  if (difference.kind() != Op::kSub || !e.value(n.b()) || !e.value(difference.a())) return {};
  return e.make(Op::kEq, difference.b(), e.make(Op::kSub, difference.a(), n.b()));
}

// x ^ 12 == 10 -> x == 6
Expr equal_xor(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  if (left.kind() != Op::kXor || !e.value(n.b()) || !e.value(left.b())) return {};
  return e.make(Op::kEq, left.a(), e.make(Op::kXor, left.b(), n.b()));
}

// ~x == 5 -> x == ~5;  -x == 5 -> x == -5
Expr equal_complement(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  if (!e.value(n.b()) || (left.kind() != Op::kNot && left.kind() != Op::kNeg)) return {};
  return e.make(Op::kEq, left.a(), e.make(left.kind(), n.b()));
}

// zext(x8) == 65 -> x8 == 65;  zext(x8) == 300 -> false; the same for sext
Expr equal_extended(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  const auto value = e.value(n.b());
  if (!value || (left.kind() != Op::kZExt && left.kind() != Op::kSExt)) return {};
  const Expr narrow = e.constant(*value, e.width(left.a()));
  if (e.convert(left.kind(), narrow, e.width(n.a())) != n.b()) return e.truth(false);
  return e.make(Op::kEq, left.a(), narrow);
}

// zext(x) == zext(y) -> x == y; the same for sext and the other comparisons that it keeps
Expr compare_extended(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  const Node right = e[n.b()];
  if (left.kind() != right.kind() || (left.kind() != Op::kZExt && left.kind() != Op::kSExt)) return {};
  if (e.width(left.a()) != e.width(right.a())) return {};
  const bool to_unsigned = left.kind() == Op::kZExt && n.kind() == Op::kSlt;
  const bool to_unsigned_or_equal = left.kind() == Op::kZExt && n.kind() == Op::kSle;
  return e.make(to_unsigned ? Op::kUlt : to_unsigned_or_equal ? Op::kUle : n.kind(), left.a(), right.a());
}

// concat(a, b8) == 0x4142 -> a == 0x41 && b == 0x42
Expr equal_parts(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  if (left.kind() != Op::kConcat || !e.value(n.b())) return {};
  const unsigned low = e.width(left.b());
  return e.make(Op::kAnd, e.make(Op::kEq, left.a(), e.extract(n.b(), low, e.width(left.a()))),
                e.make(Op::kEq, left.b(), e.extract(n.b(), 0, low)));
}

// x << 3 == 40 -> x[28:0] == 5;  x << 3 == 41 -> false
Expr equal_shifted(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  const auto value = e.value(n.b());
  if (left.kind() != Op::kShl || !value) return {};
  const auto by = e.value(left.b());
  if (!by || *by == 0 || *by >= e.width(n.a())) return {};
  const auto steps = static_cast<unsigned>(*by);
  if ((*value & ones(steps)) != 0) return e.truth(false);
  const unsigned kept = e.width(n.a()) - steps;
  return e.make(Op::kEq, e.extract(left.a(), 0, kept), e.constant(*value >> steps, kept));
}

// (x & 12) == 3 -> false: a bit that the mask takes away;  (x | 12) == 3 -> false
Expr equal_impossible_bits(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  const auto value = e.value(n.b());
  if (!value || (left.kind() != Op::kAnd && left.kind() != Op::kOr)) return {};
  const auto mask = e.value(left.b());
  if (!mask) return {};
  const Bits wrong = left.kind() == Op::kAnd ? *value & ~*mask : *mask & ~*value;
  return wrong != 0 ? e.truth(false) : Expr{};
}

// (x & 8) == 8 -> !((x & 8) == 0): one form for the test of one bit
Expr equal_single_bit(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  if (left.kind() != Op::kAnd || left.b() != n.b()) return {};
  const auto mask = e.value(n.b());
  if (!mask || !is_power_of_two(*mask)) return {};
  return e.negation(e.make(Op::kEq, n.a(), zero(e, e.width(n.a()))));
}

// (c ? 1 : 2) == 2 -> !c;  (c ? 1 : 2) == 3 -> false
Expr equal_choice(Expressions& e, const Node& n) {
  const Node choice = e[n.a()];
  const auto value = e.value(n.b());
  if (choice.kind() != Op::kIte || !value) return {};
  const auto then = e.value(choice.b());
  const auto otherwise = e.value(choice.c());
  if (!then || !otherwise) return {};
  if (*then == *value) return *otherwise == *value ? e.truth(true) : choice.a();
  return *otherwise == *value ? e.negation(choice.a()) : e.truth(false);
}

// (c ? 1 : x) == 2 -> !c && x == 2: one branch cannot be it;
// (c ? x : (d ? -1 : 1)) == 0 -> c && x == 0: what compares texts says so of each character
Expr equal_choice_with_constant(Expressions& e, const Node& n) {
  const Node choice = e[n.a()];
  if (choice.kind() != Op::kIte || !e.value(n.b())) return {};
  const auto is_another = [&](Expr value) { return e.value(value) && value != n.b(); };
  const auto impossible = [&](Expr branch) {
    const Node inner = e[branch];
    return is_another(branch) || (inner.kind() == Op::kIte && is_another(inner.b()) && is_another(inner.c()));
  };
  if (impossible(choice.b())) return e.make(Op::kAnd, e.negation(choice.a()), e.make(Op::kEq, choice.c(), n.b()));
  if (impossible(choice.c())) return e.make(Op::kAnd, choice.a(), e.make(Op::kEq, choice.b(), n.b()));
  return {};
}

// x < 0 -> false
Expr less_than_least(Expressions& e, const Node& n) {
  const Bits least = n.kind() == Op::kSlt ? sign_bit(e.width(n.a())) : 0;
  return is_value(e, n.b(), least) ? e.truth(false) : Expr{};
}

/// x == x + 4  ->  false; x + 4 == x + 8  ->  false
Expr equal_apart(Expressions& e, const Node& n) {
  const auto apart = [&](Expr one, Expr other) {
    const Node sum = e[other];
    return sum.kind() == Op::kAdd && sum.a() == one && e.value(sum.b()) && !is_zero(e, sum.b());
  };
  const Node left = e[n.a()], right = e[n.b()];
  const bool both = left.kind() == Op::kAdd && right.kind() == Op::kAdd && left.a() == right.a() && e.value(left.b()) &&
                    e.value(right.b()) && left.b() != right.b();
  return both || apart(n.a(), n.b()) || apart(n.b(), n.a()) ? e.truth(false) : Expr{};
}

/// The largest value of a width.
Bits greatest(const Expressions& e, const Node& n, bool is_signed) {
  const unsigned width = e.width(n.a());
  return is_signed ? ones(width) >> 1 : ones(width);
}

// 255 < x8 -> false
Expr greatest_is_less(Expressions& e, const Node& n) {
  return is_value(e, n.a(), greatest(e, n, n.kind() == Op::kSlt)) ? e.truth(false) : Expr{};
}

// 0 <= x -> true;  x8 <= 255 -> true
Expr always_at_most(Expressions& e, const Node& n) {
  const bool is_signed = n.kind() == Op::kSle;
  const Bits least = is_signed ? sign_bit(e.width(n.a())) : 0;
  const bool holds = is_value(e, n.a(), least) || is_value(e, n.b(), greatest(e, n, is_signed));
  return holds ? e.truth(true) : Expr{};
}

// x < 1 -> x == 0
Expr less_than_one(Expressions& e, const Node& n) {
  return is_value(e, n.b(), 1) ? e.make(Op::kEq, n.a(), zero(e, e.width(n.a()))) : Expr{};
}

// x <= 0 -> x == 0
Expr at_most_zero(Expressions& e, const Node& n) { return is_zero(e, n.b()) ? e.make(Op::kEq, n.a(), n.b()) : Expr{}; }

// 0 < x -> !(x == 0)
Expr more_than_zero(Expressions& e, const Node& n) {
  return is_zero(e, n.a()) ? e.negation(e.make(Op::kEq, n.b(), n.a())) : Expr{};
}

// x < 5 -> x <= 4;  5 < x -> 6 <= x: of two forms one, the one with <=
Expr less_to_at_most(Expressions& e, const Node& n) {
  const unsigned width = e.width(n.a());
  const Op op = n.kind() == Op::kUlt ? Op::kUle : Op::kSle;
  // x < least and greatest < x are false, by the rules before.
  if (const auto bound = e.value(n.b())) return e.make(op, n.a(), e.constant(*bound - 1, width));
  if (const auto bound = e.value(n.a())) return e.make(op, e.constant(*bound + 1, width), n.b());
  return {};
}

// zext(x8) <= 65 -> x8 <= 65;  zext(x8) <= 300 -> true, also signed where both are positive
Expr extended_at_most(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  const auto bound = e.value(n.b());
  if (left.kind() != Op::kZExt || !bound) return {};
  if (n.kind() == Op::kSle && as_signed(*bound, e.width(n.a())) < 0) return e.truth(false);
  const unsigned width = e.width(left.a());
  if (*bound >= ones(width)) return e.truth(true);
  return e.make(Op::kUle, left.a(), e.constant(*bound, width));
}

// 65 <= zext(x8) -> 65 <= x8;  300 <= zext(x8) -> false, also signed where both are positive
Expr at_most_extended(Expressions& e, const Node& n) {
  const Node right = e[n.b()];
  const auto bound = e.value(n.a());
  if (right.kind() != Op::kZExt || !bound) return {};
  if (n.kind() == Op::kSle && as_signed(*bound, e.width(n.a())) < 0) return e.truth(true);
  const unsigned width = e.width(right.a());
  if (*bound > ones(width)) return e.truth(false);
  return e.make(Op::kUle, e.constant(*bound, width), right.a());
}

/// The bound cut to `width` bits, if sign extension gives it back.
std::optional<SignedBits> signed_bound(const Expressions& e, Expr x) {
  const auto value = e.value(x);
  return value ? std::optional(as_signed(*value, e.width(x))) : std::nullopt;
}

// sext(x8) <= 65 -> x8 <= 65;  sext(x8) <= 300 -> true;  sext(x8) <= -300 -> false
Expr sign_extended_at_most(Expressions& e, const Node& n) {
  const Node left = e[n.a()];
  const auto bound = signed_bound(e, n.b());
  if (left.kind() != Op::kSExt || !bound) return {};
  const unsigned width = e.width(left.a());
  if (*bound >= as_signed(ones(width) >> 1, width)) return e.truth(true);
  if (*bound < as_signed(sign_bit(width), width)) return e.truth(false);
  return e.make(Op::kSle, left.a(), e.constant(static_cast<Bits>(*bound), width));
}

// 65 <= sext(x8) -> 65 <= x8;  300 <= sext(x8) -> false;  -300 <= sext(x8) -> true
Expr at_most_sign_extended(Expressions& e, const Node& n) {
  const Node right = e[n.b()];
  const auto bound = signed_bound(e, n.a());
  if (right.kind() != Op::kSExt || !bound) return {};
  const unsigned width = e.width(right.a());
  if (*bound > as_signed(ones(width) >> 1, width)) return e.truth(false);
  if (*bound <= as_signed(sign_bit(width), width)) return e.truth(true);
  return e.make(Op::kSle, e.constant(static_cast<Bits>(*bound), width), right.a());
}

// (c ? 1 : 2) <= 1 -> c;  2 <= (c ? 1 : 2) -> !c
Expr choice_at_most(Expressions& e, const Node& n) {
  for (const bool left : {true, false}) {
    const Node choice = e[left ? n.a() : n.b()];
    const Expr bound = left ? n.b() : n.a();
    if (choice.kind() != Op::kIte || !e.value(bound) || !e.value(choice.b()) || !e.value(choice.c())) continue;
    const auto compare = [&](Expr value) {
      return left ? e.make(n.kind(), value, bound) : e.make(n.kind(), bound, value);
    };
    return e.ite(choice.a(), compare(choice.b()), compare(choice.c()));
  }
  return {};
}

#define RULE(op, function) \
  Rule { Op::op, #function, function }
constexpr std::array kCompareRules = {
    RULE(kEq, same_is_true),
    RULE(kEq, equal_condition),
    RULE(kEq, equal_sum),
    RULE(kEq, equal_sums),
    RULE(kEq, equal_apart),
    RULE(kEq, equal_difference),
    RULE(kEq, equal_constant_difference),
    RULE(kEq, equal_xor),
    RULE(kEq, equal_complement),
    RULE(kEq, equal_extended),
    RULE(kEq, compare_extended),
    RULE(kEq, equal_parts),
    RULE(kEq, equal_shifted),
    RULE(kEq, equal_impossible_bits),
    RULE(kEq, equal_single_bit),
    RULE(kEq, equal_choice),
    RULE(kEq, equal_choice_with_constant),
    RULE(kUlt, same_is_false),
    RULE(kUlt, less_than_least),
    RULE(kUlt, greatest_is_less),
    RULE(kUlt, less_than_one),
    RULE(kUlt, more_than_zero),
    RULE(kUlt, less_to_at_most),
    RULE(kUlt, compare_extended),
    RULE(kUle, same_is_true),
    RULE(kUle, always_at_most),
    RULE(kUle, at_most_zero),
    RULE(kUle, compare_extended),
    RULE(kUle, extended_at_most),
    RULE(kUle, at_most_extended),
    RULE(kUle, choice_at_most),
    RULE(kSlt, same_is_false),
    RULE(kSlt, less_than_least),
    RULE(kSlt, greatest_is_less),
    RULE(kSlt, less_to_at_most),
    RULE(kSlt, compare_extended),
    RULE(kSle, same_is_true),
    RULE(kSle, always_at_most),
    RULE(kSle, compare_extended),
    RULE(kSle, extended_at_most),
    RULE(kSle, at_most_extended),
    RULE(kSle, sign_extended_at_most),
    RULE(kSle, at_most_sign_extended),
    RULE(kSle, choice_at_most),
};
#undef RULE

}  // namespace

std::span<const Rule> compare_rules() { return kCompareRules; }

}  // namespace reenact::symbolic
