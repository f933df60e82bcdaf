#include <array>

#include "symbolic/rules.h"

namespace reenact::symbolic {
namespace {

// {5, 6, 7}[1] -> 6;  behind the end: 0
Expr read_table(Expressions& e, const Node& n) {
  const auto index = e.value(n.b());
  if (!index || !e.is(n.a(), Op::kTable)) return {};
  const Table& table = e.table_of(n.a());
  const Bits value = *index < table.elements.size() ? table.elements[static_cast<std::size_t>(*index)] : 0;
  return e.constant(value, n.width);
}

// store(a, i, v)[i] -> v
Expr read_what_was_stored(Expressions& e, const Node& n) {
  const Node store = e[n.a()];
  return store.kind() == Op::kStore && store.b() == n.b() ? store.c() : Expr{};
}

/// Are the two known to differ: two constants, or x and x + 3?
bool differ(const Expressions& e, Expr x, Expr y) {
  if (x == y) return false;
  if (e.value(x) && e.value(y)) return true;
  const auto base = [&](Expr each) { return e.is(each, Op::kAdd) && e.value(e[each].b()) ? e[each].a() : each; };
  return base(x) == base(y);
}

// store(a, 1, v)[2] -> a[2]
Expr read_past_store(Expressions& e, const Node& n) {
  const Node store = e[n.a()];
  return store.kind() == Op::kStore && differ(e, store.b(), n.b()) ? e.make(Op::kRead, store.a(), n.b()) : Expr{};
}

// store(store(a, i, v), i, w) -> store(a, i, w)
Expr store_again(Expressions& e, const Node& n) {
  const Node inner = e[n.a()];
  if (inner.kind() != Op::kStore || inner.b() != n.b()) return {};
  return e.make(Op::kStore, inner.a(), n.b(), n.c());
}

// store(a, i, a[i]) -> a
Expr store_what_is_there(Expressions& e, const Node& n) {
  const Node value = e[n.c()];
  return value.kind() == Op::kRead && value.a() == n.a() && value.b() == n.b() ? n.a() : Expr{};
}

#define RULE(op, function) \
  Rule { Op::op, #function, function }
constexpr std::array kArrayRules = {
    RULE(kRead, read_table),   RULE(kRead, read_what_was_stored), RULE(kRead, read_past_store),
    RULE(kStore, store_again), RULE(kStore, store_what_is_there),
};
#undef RULE

}  // namespace

std::span<const Rule> array_rules() { return kArrayRules; }

}  // namespace reenact::symbolic
