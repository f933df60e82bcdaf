#include "solver/local_search_solver.h"

#include <algorithm>
#include <utility>

#include "solver/inverse.h"
#include "solver/operations.h"

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Op;

constexpr std::size_t kMostSearched = 3000;
constexpr std::size_t kMostSteps = 2000;
constexpr std::size_t kMostWork = 400'000;  // operations computed: some five milliseconds

bool is_searched(Op op) { return (op <= Op::kIte || op >= Op::kFAdd) && op != Op::kArray && op != Op::kTable; }

/// Conditions and the values that all in them has.
class Model {
 public:
  Model(const Expressions& e, Operations operations, std::span<const Expr> clauses)
      : e_(e),
        operations_(std::move(operations)),
        values_(operations_.size()),
        clauses_(positions_of(operations_, clauses)) {
    for (std::size_t i = 0; i < operations_.size(); ++i) values_[i] = e.value(operations_[i].expr).value_or(0);
    evaluate();
  }

  /// One of the conditions that do not hold; none: all do.
  [[nodiscard]] std::optional<std::uint32_t> failing(Dice& dice) {
    failing_.clear();
    for (const std::uint32_t clause : clauses_)
      if (values_[clause] == 0) failing_.push_back(clause);
    if (failing_.empty()) return std::nullopt;
    return failing_[dice.roll(static_cast<unsigned>(failing_.size()))];
  }

  /// Hands `wanted` down from an operation to a symbol; false: it cannot be had that way.
  bool want(std::uint32_t at, Bits wanted, Dice& dice) {
    while (operations_[at].node.kind() != Op::kSymbol) {
      const Operation& operation = operations_[at];
      Computed computed{.node = operation.node};
      for (unsigned i = 0; i < symbolic::operand_count(operation.node.kind()); ++i) {
        const Operation& operand = operations_[operation.operands[i]];
        computed.values[i] = values_[operation.operands[i]];
        computed.widths[i] = operand.node.width;
        computed.is_constant[i] = operand.node.kind() == Op::kConstant;
      }
      const auto change = change_for(computed, wanted, dice);
      if (!change || computed.is_constant[change->operand]) return false;
      at = operation.operands[change->operand];
      wanted = change->value;
    }
    if (values_[at] == wanted) return false;
    values_[at] = wanted;
    evaluate();
    return true;
  }

  /// Does each operation have a value? A float that is too big for an integer has none there.
  [[nodiscard]] bool is_specified() const { return is_specified_; }
  [[nodiscard]] std::size_t size() const { return operations_.size(); }

  [[nodiscard]] Assignment assignment() const {
    Assignment result;
    for (std::size_t i = 0; i < operations_.size(); ++i)
      if (operations_[i].node.kind() == Op::kSymbol)
        result.values.emplace(e_.symbol_of(operations_[i].expr), values_[i]);
    return result;
  }

 private:
  void evaluate() {
    is_specified_ = true;
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      if (symbolic::operand_count(operations_[i].node.kind()) == 0) continue;
      const auto value = value_of(operations_[i], operations_, values_);
      is_specified_ = is_specified_ && value.has_value();
      values_[i] = value.value_or(0);
    }
  }

  const Expressions& e_;
  Operations operations_;
  std::vector<Bits> values_;  // of the operations
  std::vector<std::uint32_t> clauses_, failing_;
  bool is_specified_ = true;
};

}  // namespace

Answer LocalSearchSolver::check(std::span<const Expr> clauses) {
  auto operations = operations_of(expressions_, clauses, kMostSearched, is_searched);
  if (!operations) return inner_.check(clauses);
  Model model(expressions_, std::move(*operations), clauses);
  Dice dice;
  const std::size_t steps = std::min(kMostSteps, kMostWork / std::max<std::size_t>(1, model.size()));
  for (std::size_t step = 0; step < steps; ++step) {
    const auto clause = model.failing(dice);
    if (!clause && !model.is_specified()) break;
    if (!clause) {
      ++found_;
      return Satisfiable{model.assignment()};
    }
    (void)model.want(*clause, 1, dice);
  }
  return inner_.check(clauses);
}

}  // namespace reenact::solver
