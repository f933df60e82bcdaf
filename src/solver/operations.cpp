#include "solver/operations.h"

#include <unordered_map>

#include "symbolic/operation.h"
#include "symbolic/symbols.h"

namespace reenact::solver {

using symbolic::Bits;
using symbolic::Expr;
using symbolic::Op;

std::optional<Operations> operations_of(const symbolic::Expressions& expressions, std::span<const Expr> conditions,
                                        std::size_t most, bool (*knows)(Op)) {
  const std::vector<Expr> all = symbolic::reachable(expressions, conditions);
  if (all.size() > most) return std::nullopt;
  Operations result;
  result.reserve(all.size());
  std::unordered_map<Expr, std::uint32_t> positions;
  for (const Expr each : all) {
    Operation operation{.expr = each, .node = expressions[each]};
    const Op op = operation.node.kind();
    if (!knows(op) || operation.node.width > 64) return std::nullopt;
    for (unsigned i = 0; i < symbolic::operand_count(op); ++i)
      operation.operands[i] = positions.at(Expr{operation.node.operands[i]});
    positions.emplace(each, static_cast<std::uint32_t>(result.size()));
    result.push_back(operation);
  }
  return result;
}

std::vector<std::uint32_t> positions_of(const Operations& operations, std::span<const Expr> conditions) {
  std::unordered_map<Expr, std::uint32_t> positions;
  for (std::uint32_t i = 0; i < operations.size(); ++i) positions.emplace(operations[i].expr, i);
  std::vector<std::uint32_t> result;
  result.reserve(conditions.size());
  for (const Expr each : conditions) result.push_back(positions.at(each));
  return result;
}

std::optional<Bits> value_of(const symbolic::Expressions& expressions, const Operations& operations, std::uint32_t at,
                             std::span<const Bits> values) {
  const Operation& operation = operations[at];
  if (operation.node.kind() == Op::kRead) {
    const symbolic::Table& table = expressions.table_of(operations[operation.operands[0]].expr);
    const Bits index = values[operation.operands[1]];
    return index < table.elements.size() ? table.elements[static_cast<std::size_t>(index)] : 0;
  }
  const unsigned count = symbolic::operand_count(operation.node.kind());
  const symbolic::Operands in{.a = values[operation.operands[0]],
                              .b = count > 1 ? values[operation.operands[1]] : 0,
                              .c = count > 2 ? values[operation.operands[2]] : 0,
                              .width = operations[operation.operands[count - 1]].node.width};
  if (operation.node.kind() == Op::kIte) return in.a != 0 ? in.b : in.c;
  return symbolic::compute(operation.node, in);
}

}  // namespace reenact::solver
