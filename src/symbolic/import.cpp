#include "symbolic/import.h"

#include <fmt/format.h>

#include <utility>

namespace reenact::symbolic {
namespace {

std::unexpected<Error> wrong(ReenactLabel label, std::string_view why) {
  return subject_error(fmt::format("expression {} of the run cannot be read: {}", label, why));
}

bool is_float_width(unsigned width) { return width == 32 || width == 64; }

/// Do the widths of an operation and its operands agree?
bool widths_agree(const Expressions& e, const Node& n) {
  const unsigned a = e.width(n.a());
  const auto is_array = [&](Expr x) { return e[x].is_array(); };
  if (n.kind() != Op::kRead && n.kind() != Op::kStore) {
    for (unsigned i = 0; i < operand_count(n.kind()); ++i)
      if (is_array(Expr{n.operands[i]}) || n.is_array()) return false;
  }
  switch (n.kind()) {
    case Op::kConcat:
      return n.width == a + e.width(n.b());
    case Op::kExtract:
      return n.constant < a && n.low() + n.width <= a;
    case Op::kZExt:
    case Op::kSExt:
      return n.width > a;
    case Op::kIte:
      return a == 1 && n.width == e.width(n.b()) && n.width == e.width(n.c());
    case Op::kRead:
      return is_array(n.a()) && !n.is_array() && e[n.a()].index_width == e.width(n.b()) && a == n.width;
    case Op::kStore:
      return is_array(n.a()) && n.index_width == e[n.a()].index_width && n.index_width == e.width(n.b()) &&
             a == n.width && a == e.width(n.c());
    case Op::kFToF:
      return is_float_width(a) && is_float_width(n.width) && a != n.width;
    case Op::kFToS:
    case Op::kFToU:
      return is_float_width(a);
    case Op::kSToF:
    case Op::kUToF:
      return is_float_width(n.width);
    default:
      break;
  }
  if (n.kind() >= Op::kFAdd && !is_float_width(a)) return false;
  if (operand_count(n.kind()) == 2 && a != e.width(n.b())) return false;
  return n.width == (is_comparison(n.kind()) ? 1 : a);
}

}  // namespace

Importer::Importer(Expressions& expressions, std::span<const ReenactExpression> labels, ImportNames names)
    : expressions_(expressions), labels_(labels), names_(std::move(names)), done_(labels.size()) {}

Expected<Expr> Importer::operator()(ReenactLabel label) {
  std::vector<ReenactLabel> waiting{label};
  while (!waiting.empty()) {
    const ReenactLabel next = waiting.back();
    if (next == 0 || next >= labels_.size()) return wrong(next, "there is none of that number");
    if (done_[next] != Expr{}) {
      waiting.pop_back();
      continue;
    }
    const ReenactExpression node = labels_[next];
    if (node.op >= kReenactOpCount) return wrong(next, fmt::format("there is no operation {}", node.op));
    const std::size_t before = waiting.size();
    for (unsigned i = 0; i < operand_count(static_cast<Op>(node.op)); ++i) {
      const ReenactLabel operand = node.operands[i];
      if (operand == 0 || operand >= next) return wrong(next, "an operand does not come before it");
      if (done_[operand] == Expr{}) waiting.push_back(operand);
    }
    if (waiting.size() > before) continue;
    const auto made = import_one(next);
    if (!made) return made;
    done_[next] = *made;
    waiting.pop_back();
  }
  return done_[label];
}

Expected<Expr> Importer::import_one(ReenactLabel label) {
  Node node{labels_[label]};
  if (node.width == 0 || node.width > kReenactMaxWidth || node.index_width > kReenactMaxWidth)
    return wrong(label, fmt::format("{} bits are too many or none", node.width));
  if (operand_count(node.kind()) == 0) return import_leaf(label, node);
  for (unsigned i = 0; i < operand_count(node.kind()); ++i) node.operands[i] = done_[node.operands[i]].value;
  for (unsigned i = operand_count(node.kind()); i < 3; ++i) node.operands[i] = 0;
  if (node.kind() != Op::kExtract) node.constant = 0;
  if (!widths_agree(expressions_, node)) return wrong(label, "the widths of its operands do not agree");
  return expressions_.make(node);
}

Expected<Expr> Importer::import_leaf(ReenactLabel label, const Node& node) {
  switch (node.kind()) {
    case Op::kConstant:
      return expressions_.constant(Bits{node.constant} | Bits{node.operands[1]} << 64 | Bits{node.operands[2]} << 96,
                                   node.width);
    case Op::kSymbol: {
      const Expr symbol = names_.symbol(expressions_, node.constant, node.width);
      if (symbol == Expr{}) return wrong(label, fmt::format("there is no input {}", node.constant));
      return symbol;
    }
    case Op::kTable:
      return import_table(label, node);
    default:
      return wrong(label, "a run makes no such expression");
  }
}

Expected<Expr> Importer::import_table(ReenactLabel label, const Node& node) {
  if (node.width % 8 != 0 || node.index_width == 0) return wrong(label, "its elements are no whole bytes");
  const std::size_t element = node.width / 8u;
  const std::size_t size = element * node.operands[0];
  const auto bytes = names_.bytes(node.constant, size);
  if (bytes.size() != size) return wrong(label, "its elements are not there");
  std::vector<Bits> elements(node.operands[0]);
  for (std::size_t i = 0; i < size; ++i) elements[i / element] |= Bits{bytes[i]} << (i % element * 8);
  return expressions_.table(elements, node.index_width, node.width);
}

}  // namespace reenact::symbolic
