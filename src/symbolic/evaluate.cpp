#include "symbolic/evaluate.h"

#include <vector>

#include "symbolic/operation.h"

namespace reenact::symbolic {

Bits Assignment::value(SymbolId symbol) const {
  const auto known = values.find(symbol);
  return known == values.end() ? 0 : known->second;
}

Bits Assignment::element(SymbolId array, Bits index) const {
  const auto known = arrays.find(array);
  if (known == arrays.end()) return 0;
  const auto element = known->second.elements.find(index);
  return element == known->second.elements.end() ? known->second.otherwise : element->second;
}

std::optional<Bits> Evaluator::operator()(Expr e) {
  // Expressions of long loops are deeper than a stack.
  std::vector<Expr> waiting{e};
  while (!waiting.empty()) {
    const Expr next = waiting.back();
    if (known_.contains(next)) {
      waiting.pop_back();
      continue;
    }
    const Node node = expressions_[next];
    const std::size_t before = waiting.size();
    for (unsigned i = 0; i < operand_count(node.kind()); ++i)
      if (const Expr operand{node.operands[i]}; !known_.contains(operand)) waiting.push_back(operand);
    if (waiting.size() > before) continue;
    known_.emplace(next, compute_known(next));
    waiting.pop_back();
  }
  return known_.at(e);
}

std::optional<Bits> Evaluator::compute_known(Expr e) {
  const Node node = expressions_[e];
  // Arrays have no value of their own; read() follows them down.
  if (node.is_array()) return std::nullopt;
  switch (node.kind()) {
    case Op::kConstant:
      return expressions_.value(e);
    case Op::kSymbol:
      return truncated(assignment_.value(expressions_.symbol_of(e)), node.width);
    case Op::kRead:
      return read(node);
    case Op::kIte: {
      // Only the branch that is taken has to have a value.
      const auto condition = known_.at(node.a());
      return condition ? known_.at(*condition != 0 ? node.b() : node.c()) : std::nullopt;
    }
    default:
      break;
  }
  Operands in;
  Bits* const values[] = {&in.a, &in.b, &in.c};
  for (unsigned i = 0; i < operand_count(node.kind()); ++i) {
    const Expr operand{node.operands[i]};
    const auto value = known_.at(operand);
    if (!value) return std::nullopt;
    *values[i] = *value;
    in.width = expressions_.width(operand);
  }
  return compute(node, in);
}

std::optional<Bits> Evaluator::read(const Node& node) {
  const auto index = known_.at(node.b());
  if (!index) return std::nullopt;
  for (Expr array = node.a();;) {
    const Node from = expressions_[array];
    switch (from.kind()) {
      case Op::kStore: {
        const auto stored = known_.at(from.b());
        if (!stored) return std::nullopt;
        if (*stored == *index) return known_.at(from.c());
        array = from.a();
        break;
      }
      case Op::kIte: {
        const auto condition = known_.at(from.a());
        if (!condition) return std::nullopt;
        array = *condition != 0 ? from.b() : from.c();
        break;
      }
      case Op::kTable: {
        const Table& table = expressions_.table_of(array);
        return *index < table.elements.size() ? table.elements[static_cast<std::size_t>(*index)] : 0;
      }
      default:
        return truncated(assignment_.element(expressions_.symbol_of(array), *index), node.width);
    }
  }
}

}  // namespace reenact::symbolic
