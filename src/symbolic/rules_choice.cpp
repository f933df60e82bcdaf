#include <array>

#include "symbolic/rules.h"

namespace reenact::symbolic {
namespace {

// true ? x : y -> x
Expr choose_known(Expressions& e, const Node& n) {
  const auto condition = e.value(n.a());
  return !condition ? Expr{} : *condition != 0 ? n.b() : n.c();
}

// c ? x : x -> x
Expr choose_same(Expressions&, const Node& n) { return n.b() == n.c() ? n.b() : Expr{}; }

// !c ? x : y -> c ? y : x
Expr choose_negated(Expressions& e, const Node& n) {
  return e.is(n.a(), Op::kNot) ? e.ite(e[n.a()].a(), n.c(), n.b()) : Expr{};
}

// c ? true : false -> c;  c ? false : true -> !c
Expr choose_truth(Expressions& e, const Node& n) {
  if (n.width != 1 || n.is_array()) return {};
  if (is_value(e, n.b(), 1) && is_zero(e, n.c())) return n.a();
  return is_zero(e, n.b()) && is_value(e, n.c(), 1) ? e.negation(n.a()) : Expr{};
}

// c ? x : false -> c && x;  c ? true : x -> c || x;  c ? false : x -> !c && x;  c ? x : true -> !c || x
Expr choose_condition(Expressions& e, const Node& n) {
  if (n.width != 1 || n.is_array()) return {};
  if (is_zero(e, n.c())) return e.make(Op::kAnd, n.a(), n.b());
  if (is_value(e, n.b(), 1)) return e.make(Op::kOr, n.a(), n.c());
  if (is_zero(e, n.b())) return e.make(Op::kAnd, e.negation(n.a()), n.c());
  return is_value(e, n.c(), 1) ? e.make(Op::kOr, e.negation(n.a()), n.b()) : Expr{};
}

// c ? 1 : 0 -> zext(c)
Expr choose_one_or_zero(Expressions& e, const Node& n) {
  if (n.width == 1 || n.is_array()) return {};
  if (is_value(e, n.b(), 1) && is_zero(e, n.c())) return e.convert(Op::kZExt, n.a(), n.width);
  return is_zero(e, n.b()) && is_value(e, n.c(), 1) ? e.convert(Op::kZExt, e.negation(n.a()), n.width) : Expr{};
}

// c ? (c ? x : y) : z -> c ? x : z;  c ? x : (c ? y : z) -> c ? x : z
Expr choose_again(Expressions& e, const Node& n) {
  const Node then = e[n.b()];
  if (then.kind() == Op::kIte && then.a() == n.a()) return e.ite(n.a(), then.b(), n.c());
  const Node otherwise = e[n.c()];
  if (otherwise.kind() == Op::kIte && otherwise.a() == n.a()) return e.ite(n.a(), n.b(), otherwise.c());
  return {};
}

#define RULE(op, function) \
  Rule { Op::op, #function, function }
constexpr std::array kChoiceRules = {
    RULE(kIte, choose_known),     RULE(kIte, choose_same),        RULE(kIte, choose_negated), RULE(kIte, choose_truth),
    RULE(kIte, choose_condition), RULE(kIte, choose_one_or_zero), RULE(kIte, choose_again),
};
#undef RULE

}  // namespace

std::span<const Rule> choice_rules() { return kChoiceRules; }

}  // namespace reenact::symbolic
