#include "symbolic/expressions.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include "symbolic/rules.h"

namespace reenact::symbolic {
namespace {

constexpr std::array kOperandCounts = {
#define REENACT_OPERATION(name, operands) operands,
    REENACT_OPERATIONS(REENACT_OPERATION)
#undef REENACT_OPERATION
};

bool same(const Node& a, const Node& b) {
  return a.op == b.op && a.index_width == b.index_width && a.width == b.width && a.constant == b.constant &&
         std::ranges::equal(a.operands, b.operands);
}

std::uint64_t hash_of(const Node& node) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;
  std::uint64_t hash = node.constant * kMultiplier;
  const auto mix = [&](std::uint64_t word) {
    hash = (std::rotl(hash, 29) ^ word) * kMultiplier;
    hash ^= hash >> 32;
  };
  mix(node.op | std::uint64_t{node.index_width} << 8 | std::uint64_t{node.width} << 16 |
      std::uint64_t{node.operands[0]} << 32);
  mix(node.operands[1] | std::uint64_t{node.operands[2]} << 32);
  return hash;
}

/// Cuts within each other, at most: each takes some room on the stack.
constexpr unsigned kDeepestCut = 500;

/// Is what is cut out of such an operation cut out of its operands (rules_width.cpp)?
bool cuts_operands(Op op) {
  switch (op) {
    case Op::kNot:
    case Op::kAnd:
    case Op::kOr:
    case Op::kXor:
    case Op::kNeg:
    case Op::kAdd:
    case Op::kSub:
    case Op::kMul:
      return true;
    default:
      return false;
  }
}

/// The upper 64 bits of a constant are in the operands it does not have.
Node constant_node(Bits value, unsigned width) {
  Node node{};
  const Bits kept = truncated(value, width);
  node.op = static_cast<std::uint8_t>(Op::kConstant);
  node.width = static_cast<std::uint16_t>(width);
  node.constant = static_cast<std::uint64_t>(kept);
  node.operands[1] = static_cast<std::uint32_t>(kept >> 64);
  node.operands[2] = static_cast<std::uint32_t>(kept >> 96);
  return node;
}

}  // namespace

unsigned operand_count(Op op) { return static_cast<unsigned>(kOperandCounts[static_cast<std::size_t>(op)]); }

bool is_commutative(Op op) {
  switch (op) {
    case Op::kAnd:
    case Op::kOr:
    case Op::kXor:
    case Op::kAdd:
    case Op::kMul:
    case Op::kEq:
    case Op::kFAdd:
    case Op::kFMul:
    case Op::kFEq:
      return true;
    default:
      return false;
  }
}

bool is_comparison(Op op) {
  switch (op) {
    case Op::kEq:
    case Op::kUlt:
    case Op::kUle:
    case Op::kSlt:
    case Op::kSle:
    case Op::kFEq:
    case Op::kFLt:
    case Op::kFLe:
    case Op::kFNan:
      return true;
    default:
      return false;
  }
}

Expressions::Expressions() : nodes_(1), slots_(1024) {}

Expr Expressions::constant(Bits value, unsigned width) { return unsimplified(constant_node(value, width)); }

Expr Expressions::symbol(std::string_view path, unsigned width) { return named(path, Op::kSymbol, 0, width); }

Expr Expressions::array(std::string_view path, unsigned index_width, unsigned width) {
  return named(path, Op::kArray, index_width, width);
}

Expr Expressions::named(std::string_view path, Op op, unsigned index_width, unsigned width) {
  const auto [known, is_new] = by_path_.try_emplace(std::string(path), SymbolId{symbols_.size()});
  if (is_new) symbols_.push_back({std::string(path), width, index_width});
  assert(symbols_[known->second.index()].width == width && symbols_[known->second.index()].index_width == index_width);
  Node node{};
  node.op = static_cast<std::uint8_t>(op);
  node.index_width = static_cast<std::uint8_t>(index_width);
  node.width = static_cast<std::uint16_t>(width);
  node.constant = known->second.value;
  return unsimplified(node);
}

Expr Expressions::table(std::span<const Bits> elements, unsigned index_width, unsigned width) {
  const auto known = std::ranges::find_if(
      tables_, [&](const Table& each) { return each.width == width && std::ranges::equal(each.elements, elements); });
  const auto number = static_cast<std::size_t>(known - tables_.begin());
  if (known == tables_.end()) tables_.push_back({{elements.begin(), elements.end()}, width});
  Node node{};
  node.op = static_cast<std::uint8_t>(Op::kTable);
  node.index_width = static_cast<std::uint8_t>(index_width);
  node.width = static_cast<std::uint16_t>(width);
  node.operands[0] = static_cast<std::uint32_t>(elements.size());
  node.constant = number;
  return unsimplified(node);
}

Expr Expressions::make(Op op, Expr a, Expr b, Expr c) {
  Node node{};
  node.op = static_cast<std::uint8_t>(op);
  node.operands[0] = a.value;
  node.operands[1] = b.value;
  node.operands[2] = c.value;
  const Node& first = nodes_[a.index()];
  switch (op) {
    case Op::kConcat:
      node.width = static_cast<std::uint16_t>(first.width + width(b));
      break;
    case Op::kIte:
      node.width = nodes_[b.index()].width;
      node.index_width = nodes_[b.index()].index_width;
      break;
    case Op::kStore:
      node.width = first.width;
      node.index_width = first.index_width;
      break;
    default:
      node.width = is_comparison(op) ? 1 : first.width;
  }
  return make(node);
}

Expr Expressions::convert(Op op, Expr a, unsigned width) {
  if ((op == Op::kZExt || op == Op::kSExt || op == Op::kFToF) && this->width(a) == width) return a;
  Node node{};
  node.op = static_cast<std::uint8_t>(op);
  node.width = static_cast<std::uint16_t>(width);
  node.operands[0] = a.value;
  return make(node);
}

Expr Expressions::extract(Expr a, unsigned low, unsigned width) {
  if (low == 0 && this->width(a) == width) return a;
  assert(low + width <= this->width(a));
  Node node{};
  node.op = static_cast<std::uint8_t>(Op::kExtract);
  node.width = static_cast<std::uint16_t>(width);
  node.operands[0] = a.value;
  node.constant = low;
  if (!cuts_operands(nodes_[a.index()].kind())) return make(node);
  const std::uint64_t key = std::uint64_t{a.value} << 32 | low << 16 | width;
  if (const auto known = cuts_.find(key); known != cuts_.end()) return known->second;
  if (cuts_under_way_ == kDeepestCut) return unsimplified(node);
  ++cuts_under_way_;
  const Expr result = make(node);
  --cuts_under_way_;
  cuts_.emplace(key, result);
  return result;
}

Expr Expressions::make(const Node& node) {
  // What is in the table was not made simpler by any rule.
  if (const std::uint32_t known = slots_[slot_of(node)]; known != 0) return Expr{known};
  for (const Rule& rule : rules_of(node.kind()))
    if (const Expr simpler = rule.apply(*this, node); simpler != Expr{}) return simpler;
  return unsimplified(node);
}

Expr Expressions::unsimplified(const Node& node) {
  std::uint32_t& slot = slots_[slot_of(node)];
  if (slot != 0) return Expr{slot};
  slot = static_cast<std::uint32_t>(nodes_.size());
  const Expr made{slot};
  nodes_.push_back(node);
  if (nodes_.size() * 2 > slots_.size()) grow();
  return made;
}

std::optional<Bits> Expressions::value(Expr e) const {
  const Node& node = nodes_[e.index()];
  if (node.kind() != Op::kConstant) return std::nullopt;
  return Bits{node.constant} | Bits{node.operands[1]} << 64 | Bits{node.operands[2]} << 96;
}

std::size_t Expressions::slot_of(const Node& node) const {
  const std::size_t last = slots_.size() - 1;
  std::size_t slot = hash_of(node) & last;
  while (slots_[slot] != 0 && !same(nodes_[slots_[slot]], node)) slot = (slot + 1) & last;
  return slot;
}

void Expressions::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::size_t i = 1; i < nodes_.size(); ++i) slots_[slot_of(nodes_[i])] = static_cast<std::uint32_t>(i);
}

std::string decimal(Bits value) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  std::ranges::reverse(digits);
  return digits;
}

}  // namespace reenact::symbolic
