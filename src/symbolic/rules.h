// How expressions are simplified: one rule, one function, with what it turns into what above it. Each is proved by the solver,
// for several widths and whatever it matches (solver/rules_test.cpp).
//
// A rule looks at a node whose operands cannot be made simpler, and makes the result by Expressions::make, so that other rules
// go on with it. Each either makes the expression smaller, moves a constant outwards or to the right, or brings it into the one form that
// others match; none undoes another, so it ends. A rule may rely on those before it in the table not having matched.
#pragma once

#include <optional>
#include <span>

#include "symbolic/expressions.h"

namespace reenact::symbolic {

struct Rule {
  Op op;             // of the nodes it is tried on
  const char* name;  // its function
  /// The simpler expression; none where the rule does not match.
  Expr (*apply)(Expressions&, const Node&);
};

/// In the order they are tried.
[[nodiscard]] std::span<const Rule> rules_of(Op op);

/// Parts of the table, a file each.
[[nodiscard]] std::span<const Rule> arithmetic_rules();
[[nodiscard]] std::span<const Rule> bitwise_rules();
[[nodiscard]] std::span<const Rule> compare_rules();
[[nodiscard]] std::span<const Rule> width_rules();
[[nodiscard]] std::span<const Rule> choice_rules();
[[nodiscard]] std::span<const Rule> array_rules();
[[nodiscard]] std::span<const Rule> float_rules();

// What rules ask of operands.
[[nodiscard]] inline bool is_value(const Expressions& e, Expr x, Bits value) { return e.value(x) == value; }
[[nodiscard]] inline bool is_zero(const Expressions& e, Expr x) { return is_value(e, x, 0); }
[[nodiscard]] inline bool is_ones(const Expressions& e, Expr x) { return is_value(e, x, ones(e.width(x))); }
[[nodiscard]] inline Expr zero(Expressions& e, unsigned width) { return e.constant(0, width); }

}  // namespace reenact::symbolic
