#include "symbolic/rules.h"

#include <algorithm>
#include <array>
#include <vector>

#include "symbolic/operation.h"

namespace reenact::symbolic {
namespace {

// 2 + 3 -> 5
Expr fold_constants(Expressions& e, const Node& n) {
  const unsigned count = operand_count(n.kind());
  Operands in;
  Bits* const values[] = {&in.a, &in.b, &in.c};
  for (unsigned i = 0; i < count; ++i) {
    const Expr operand{n.operands[i]};
    const auto value = e.value(operand);
    if (!value) return {};
    *values[i] = *value;
    in.width = e.width(operand);
  }
  const auto result = compute(n, in);
  return result ? e.constant(*result, n.width) : Expr{};
}

// 3 + x -> x + 3;  y + x -> x + y where x was made before y
Expr order_operands(Expressions& e, const Node& n) {
  const bool left = e.value(n.a()).has_value();
  const bool right = e.value(n.b()).has_value();
  if (right || (!left && n.a() <= n.b())) return {};
  return e.make(n.kind(), n.b(), n.a());
}

bool can_fold(Op op) { return operand_count(op) > 0 && op != Op::kRead && op != Op::kStore; }

std::vector<Rule> make_rules(Op op) {
  std::vector<Rule> result;
  if (can_fold(op)) result.push_back({op, "fold_constants", fold_constants});
  if (is_commutative(op)) result.push_back({op, "order_operands", order_operands});
  for (const auto part : {arithmetic_rules(), bitwise_rules(), compare_rules(), width_rules(), choice_rules(),
                          array_rules(), float_rules()})
    std::ranges::copy_if(part, std::back_inserter(result), [&](const Rule& each) { return each.op == op; });
  return result;
}

}  // namespace

std::span<const Rule> rules_of(Op op) {
  static const auto all = [] {
    std::array<std::vector<Rule>, kReenactOpCount> table;
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = make_rules(static_cast<Op>(i));
    return table;
  }();
  return all[static_cast<std::size_t>(op)];
}

}  // namespace reenact::symbolic
