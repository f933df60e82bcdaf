#include "solver/range_solver.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "solver/range.h"

namespace reenact::solver {
namespace {

using symbolic::Node;
using symbolic::Op;
using symbolic::SymbolId;

/// What a larger query would take is better given to a solver.
constexpr std::size_t kMostBounded = 3000;

/// Bounds of symbols, and of all that is made of them.
class Ranges {
 public:
  explicit Ranges(const Expressions& e) : e_(e) {}

  /// `condition` is about this symbol only, an expression itself.
  void bound(Expr symbol, Expr condition) {
    const auto values = easy_values(e_, condition, symbol);
    if (!values) return;
    Intervals& known = values_.try_emplace(symbol, Intervals{{0, symbolic::ones(e_.width(symbol))}}).first->second;
    // Contradictory ones are the inner solvers' business: they know which ones.
    if (Intervals common = intersection(known, *values); !common.empty()) known = std::move(common);
  }

  /// REQUIRES: bounds of its operands have been asked for.
  void compute(Expr each) {
    const Node node = e_[each];
    if (const auto value = e_.value(each)) {
      ranges_.insert_or_assign(each, range_in({*value, *value}, node.width));
      return;
    }
    if (const auto values = values_.find(each); values != values_.end()) {
      ranges_.insert_or_assign(each, range_in({values->second.front().first, values->second.back().last}, node.width));
      return;
    }
    const unsigned width = std::clamp<unsigned>(node.width, 1, 64);
    Bounded operation{node, {}, {}};
    bool known = !node.is_array() && node.width <= 64;
    for (unsigned i = 0; known && i < operand_count(node.kind()); ++i) {
      const Expr operand{node.operands[i]};
      known = !e_[operand].is_array() && e_.width(operand) <= 64;
      if (known) operation.operands[i] = ranges_.at(operand);
      operation.widths[i] = e_.width(operand);
    }
    ranges_.try_emplace(
        each, known && node.kind() != Op::kSymbol ? range_of(operation) : range_in({0, symbolic::ones(width)}, width));
  }

  [[nodiscard]] bool never_holds(Expr condition) const { return ranges_.at(condition).values.last == 0; }

 private:
  const Expressions& e_;
  std::unordered_map<Expr, Intervals> values_;  // of symbols
  std::unordered_map<Expr, Range> ranges_;
};

}  // namespace

Answer RangeSolver::check(std::span<const Expr> clauses) {
  const std::vector<Expr> all = symbolic::reachable(expressions_, clauses);
  if (all.size() > kMostBounded) return inner_.check(clauses);
  Ranges ranges(expressions_);
  std::unordered_map<SymbolId, Expr> terms;
  for (const Expr each : all)
    if (expressions_.is(each, Op::kSymbol)) terms.emplace(expressions_.symbol_of(each), each);
  for (const Expr clause : clauses)
    if (const auto& symbols = symbols_.of(clause); symbols.size() == 1)
      if (const auto term = terms.find(symbols.front()); term != terms.end() && expressions_.width(term->second) <= 64)
        ranges.bound(term->second, clause);
  for (const Expr each : all) ranges.compute(each);
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const auto& about = symbols_.of(clauses[i]);
    if (about.size() < 2 || !ranges.never_holds(clauses[i])) continue;
    Unsatisfiable result;
    for (std::size_t j = 0; j < clauses.size(); ++j) {
      const auto& symbols = symbols_.of(clauses[j]);
      if (j == i || (symbols.size() == 1 && std::ranges::binary_search(about, symbols.front())))
        result.core.push_back(j);
    }
    ++answered_;
    return result;
  }
  return inner_.check(clauses);
}

}  // namespace reenact::solver
