#include "symbolic/symbols.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

namespace reenact::symbolic {

namespace {

/// Numbers of which the highest is taken out, again and again: two levels of bits, all 0 when it is empty. So it costs nothing to use one again.
class Highest {
 public:
  void insert(std::uint32_t number) {
    const std::size_t word = number / 64, group = word / 64;
    if (word >= words_.size()) {
      words_.resize(group * 64 + 64);
      groups_.resize(group + 1);
    }
    words_[word] |= std::uint64_t{1} << number % 64;
    groups_[group] |= std::uint64_t{1} << word % 64;
    highest_group_ = std::max(highest_group_, group);
  }
  std::optional<std::uint32_t> take() {
    if (groups_.empty()) return std::nullopt;
    while (groups_[highest_group_] == 0) {
      if (highest_group_ == 0) return std::nullopt;
      --highest_group_;
    }
    const std::size_t word = highest_group_ * 64 + highest_bit(groups_[highest_group_]);
    const unsigned bit = highest_bit(words_[word]);
    words_[word] &= ~(std::uint64_t{1} << bit);
    if (words_[word] == 0) groups_[highest_group_] &= ~(std::uint64_t{1} << word % 64);
    return static_cast<std::uint32_t>(word * 64 + bit);
  }

 private:
  static unsigned highest_bit(std::uint64_t bits) { return 63U - static_cast<unsigned>(std::countl_zero(bits)); }

  std::vector<std::uint64_t> words_, groups_;  // a bit of a group says that its word is not 0
  std::size_t highest_group_ = 0;
};

}  // namespace

std::vector<Expr> reachable(const Expressions& expressions, std::span<const Expr> roots) {
  // Operands have lower numbers: from the highest one down, each is there before it is come to.
  static thread_local Highest waiting;
  for (const Expr root : roots) waiting.insert(root.value);
  std::vector<Expr> result;
  while (const auto next = waiting.take()) {
    result.emplace_back(*next);
    const Node node = expressions[result.back()];
    for (unsigned i = 0; i < operand_count(node.kind()); ++i) waiting.insert(node.operands[i]);
  }
  std::ranges::reverse(result);
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
