#include "solver/easy_solver.h"

#include <algorithm>

#include "solver/readable_order.h"
#include "solver/reduced_core.h"

namespace reenact::solver {
namespace {

using symbolic::Node;
using symbolic::SymbolId;

std::vector<std::size_t> all_positions(std::size_t count) {
  std::vector<std::size_t> result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = i;
  return result;
}

/// REQUIRES: the set is not empty.
std::size_t most_readable(const std::bitset<256>& set) {
  return *std::ranges::find_if(kReadableOrder, [&](std::uint8_t value) { return set[value]; });
}

}  // namespace

Answer EasySolver::check(std::span<const Expr> clauses) {
  if (auto answer = easy(clauses)) {
    ++answered_;
    return std::move(*answer);
  }
  ++handed_on_;
  return inner_.check(clauses);
}

std::optional<Answer> EasySolver::easy(std::span<const Expr> clauses) {
  std::optional<SymbolId> symbol;
  Expr about;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const auto& symbols = symbols_.of(clauses[i]);
    if (symbols.empty()) {
      // A constant, or something of constants only that no rule made one.
      const auto value = expressions_.value(clauses[i]);
      if (!value) return std::nullopt;
      if (*value == 0) return Unsatisfiable{{i}};
      continue;
    }
    if (symbols.size() > 1 || (symbol && *symbol != symbols.front())) return std::nullopt;
    symbol = symbols.front();
    about = clauses[i];
  }
  if (!symbol) return Satisfiable{};
  const symbolic::Symbol& known = expressions_.symbol(*symbol);
  if (known.index_width != 0) return std::nullopt;
  if (known.width <= 8) return by_trying(clauses, *symbol, known.width);
  return by_intervals(clauses, *symbol, term_of(about), known.width);
}

Expr EasySolver::term_of(Expr clause) const {
  std::vector<Expr> waiting{clause};
  while (!waiting.empty()) {
    const Expr next = waiting.back();
    waiting.pop_back();
    const Node node = expressions_[next];
    if (node.kind() == symbolic::Op::kSymbol) return next;
    for (unsigned i = 0; i < operand_count(node.kind()); ++i) waiting.emplace_back(node.operands[i]);
  }
  return {};
}

const std::optional<EasySolver::Bytes>& EasySolver::bytes_of(Expr clause, SymbolId symbol, unsigned width) {
  const auto [known, is_new] = bytes_.try_emplace(clause);
  if (!is_new) return known->second;
  Bytes bytes;
  for (std::size_t value = 0; value < std::size_t{1} << width; ++value) {
    Assignment assignment;
    assignment.values.emplace(symbol, value);
    const auto holds = symbolic::Evaluator(expressions_, assignment)(clause);
    if (!holds) return known->second;
    bytes[value] = *holds != 0;
  }
  known->second = bytes;
  return known->second;
}

std::optional<Answer> EasySolver::by_trying(std::span<const Expr> clauses, SymbolId symbol, unsigned width) {
  std::vector<Bytes> sets;
  Bytes all;
  all.set();
  if (width < 8) all >>= 256 - (std::size_t{1} << width);
  Bytes common = all;
  for (const Expr clause : clauses) {
    const auto& bytes = bytes_of(clause, symbol, width);
    if (!bytes && !expressions_.value(clause)) return std::nullopt;
    sets.push_back(bytes.value_or(all));
    common &= sets.back();
  }
  if (common.none())
    return reduced_core(all_positions(clauses.size()), [&](const std::vector<std::size_t>& positions) {
      Bytes left = all;
      for (const std::size_t i : positions) left &= sets[i];
      return left.none();
    });
  Satisfiable result;
  result.model.values.emplace(symbol, most_readable(common));
  return result;
}

std::optional<Answer> EasySolver::by_intervals(std::span<const Expr> clauses, SymbolId symbol, Expr term,
                                               unsigned width) {
  struct Part {
    Intervals values;
    FixedBits bits;
  };
  std::vector<Part> parts;
  const Intervals all{{0, symbolic::ones(width)}};
  for (const Expr clause : clauses) {
    if (auto bits = easy_bits(expressions_, clause, term)) {
      parts.push_back({all, *bits});
    } else if (auto values = easy_values(expressions_, clause, term)) {
      parts.push_back({std::move(*values), {}});
    } else {
      return std::nullopt;
    }
  }
  const auto solve = [&](const std::vector<std::size_t>& positions) -> std::optional<symbolic::Bits> {
    Part common{all, {}};
    for (const std::size_t i : positions) {
      const FixedBits& more = parts[i].bits;
      if (((common.bits.value ^ more.value) & common.bits.mask & more.mask) != 0) return std::nullopt;
      common.bits = {common.bits.mask | more.mask, common.bits.value | more.value};
      common.values = intersection(common.values, parts[i].values);
    }
    return smallest(common.values, common.bits, width);
  };
  const std::vector<std::size_t> positions = all_positions(parts.size());
  const auto value = solve(positions);
  if (!value) return reduced_core(positions, [&](const std::vector<std::size_t>& fewer) { return !solve(fewer); });
  Satisfiable result;
  result.model.values.emplace(symbol, *value);
  return result;
}

}  // namespace reenact::solver
