#include "symbolic/symbols.h"

#include <algorithm>
#include <unordered_set>

namespace reenact::symbolic {

std::vector<Expr> reachable(const Expressions& expressions, std::span<const Expr> roots) {
  std::unordered_set<Expr> seen(roots.begin(), roots.end());
  std::vector<Expr> waiting(seen.begin(), seen.end());
  while (!waiting.empty()) {
    const Node node = expressions[waiting.back()];
    waiting.pop_back();
    for (unsigned i = 0; i < operand_count(node.kind()); ++i)
      if (const Expr operand{node.operands[i]}; seen.insert(operand).second) waiting.push_back(operand);
  }
  std::vector<Expr> result(seen.begin(), seen.end());
  std::ranges::sort(result);
  return result;
}

std::vector<SymbolId> symbols_of(const Expressions& expressions, Expr e) {
  std::vector<SymbolId> found;
  for (const Expr each : reachable(expressions, std::span(&e, 1)))
    if (const Op op = expressions[each].kind(); op == Op::kSymbol || op == Op::kArray)
      found.push_back(expressions.symbol_of(each));
  std::ranges::sort(found);
  return found;
}

const std::vector<SymbolId>& SymbolIndex::of(Expr e) {
  const auto known = known_.find(e);
  return known != known_.end() ? known->second : known_.emplace(e, symbols_of(expressions_, e)).first->second;
}

std::string_view object_of(std::string_view path) {
  std::string_view holder = path;
  while (holder.ends_with(']')) {
    const std::size_t open = holder.rfind('[');
    if (open == std::string_view::npos || open == 0) return path;
    holder = holder.substr(0, open);
  }
  const std::size_t dot = holder.rfind('.');
  const std::size_t arrow = holder.rfind("->");
  const bool has_dot = dot != std::string_view::npos && dot != 0;
  const bool has_arrow = arrow != std::string_view::npos && arrow != 0;
  if (!has_dot && !has_arrow) return holder;
  return holder.substr(0, has_dot && has_arrow ? std::max(dot, arrow) : has_dot ? dot : arrow);
}

Expr substitute(Expressions& expressions, Expr e, const std::unordered_map<Expr, Expr>& replacements) {
  std::unordered_map<Expr, Expr> done = replacements;
  std::vector<Expr> waiting{e};
  while (!waiting.empty()) {
    const Expr next = waiting.back();
    if (done.contains(next)) {
      waiting.pop_back();
      continue;
    }
    Node node = expressions[next];
    const std::size_t before = waiting.size();
    for (unsigned i = 0; i < operand_count(node.kind()); ++i)
      if (const Expr operand{node.operands[i]}; !done.contains(operand)) waiting.push_back(operand);
    if (waiting.size() > before) continue;
    bool changed = false;
    for (unsigned i = 0; i < operand_count(node.kind()); ++i) {
      const Expr replacement = done.at(Expr{node.operands[i]});
      changed |= replacement.value != node.operands[i];
      node.operands[i] = replacement.value;
    }
    done.emplace(next, changed ? expressions.make(node) : next);
    waiting.pop_back();
  }
  return done.at(e);
}

std::vector<Expr> conjuncts(const Expressions& expressions, Expr condition) {
  std::vector<Expr> result;
  std::vector<Expr> waiting{condition};
  while (!waiting.empty()) {
    const Expr next = waiting.back();
    waiting.pop_back();
    const Node node = expressions[next];
    if (node.kind() == Op::kAnd && node.width == 1) {
      waiting.push_back(node.b());
      waiting.push_back(node.a());
    } else {
      result.push_back(next);
    }
  }
  return result;
}

}  // namespace reenact::symbolic
