#include "strategy/concolic/clause_hash.h"

#include <string_view>
#include <vector>

namespace reenact::concolic {
namespace {

using symbolic::Node;
using symbolic::Op;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15;
  return hash ^ hash >> 29;
}

/// The path without what stands in brackets.
std::uint64_t hash_of_path(std::string_view path, bool is_abstract) {
  std::uint64_t hash = 0xcbf29ce484222325;
  bool in_brackets = false;
  for (const char c : path) {
    if (c == ']') in_brackets = false;
    if (!(in_brackets && is_abstract)) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    if (c == '[') in_brackets = true;
  }
  return hash;
}

}  // namespace

std::uint64_t ClauseHash::hash(Expr clause, Known& known, bool is_abstract) const {
  std::vector<Expr> waiting{clause};
  while (!waiting.empty()) {
    const Expr next = waiting.back();
    const Node node = expressions_[next];
    const std::size_t before = waiting.size();
    if (!known.contains(next)) {
      for (unsigned i = 0; i < operand_count(node.kind()); ++i)
        if (const Expr operand{node.operands[i]}; !known.contains(operand)) waiting.push_back(operand);
      if (waiting.size() > before) continue;
      known.emplace(next, hash_one(next, known, is_abstract));
    }
    waiting.pop_back();
  }
  return known.at(clause);
}

std::uint64_t ClauseHash::hash_one(Expr e, const Known& known, bool is_abstract) const {
  const Node node = expressions_[e];
  const std::uint64_t head = mixed(node.op, is_abstract ? 0 : node.width);
  switch (node.kind()) {
    case Op::kConstant:
      if (is_abstract) return head;
      return mixed(mixed(head, node.constant), node.operands[1] | std::uint64_t{node.operands[2]} << 32);
    case Op::kSymbol:
    case Op::kArray:
      return mixed(head, hash_of_path(expressions_.symbol(expressions_.symbol_of(e)).path, is_abstract));
    default:
      break;
  }
  std::uint64_t hash = mixed(head, is_abstract ? 0 : node.constant);
  std::uint64_t unordered = 0;
  for (unsigned i = 0; i < operand_count(node.kind()); ++i) {
    const std::uint64_t operand = known.at(Expr{node.operands[i]});
    // The order of a sum's operands is that in which they were made, which is no property of the clause.
    if (is_commutative(node.kind()))
      unordered += mixed(operand, 1);
    else
      hash = mixed(hash, operand);
  }
  return mixed(hash, unordered);
}

}  // namespace reenact::concolic
