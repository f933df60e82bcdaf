#include "solver/local_search.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "solver/inverse.h"
#include "solver/operations.h"

namespace reenact::solver {
namespace {

using symbolic::Bits;
using symbolic::Op;

constexpr std::size_t kMostSearched = 50'000;  // operations
constexpr std::size_t kMostSteps = 2000;
constexpr std::size_t kMostWork = 400'000;  // operations computed: some five milliseconds

bool is_searched(Op op) { return (op <= Op::kIte || op >= Op::kFAdd || op == Op::kRead) && op != Op::kArray; }

/// Conditions and the values that all in them has.
class Model {
 public:
  Model(const Expressions& e, Operations operations, std::span<const Expr> clauses)
      : e_(e),
        operations_(std::move(operations)),
        values_(operations_.size()),
        unspecified_(operations_.size()),
        is_clause_(operations_.size()),
        place_in_failing_(operations_.size(), kHolds),
        is_waiting_(operations_.size()) {
    for (const std::uint32_t clause : positions_of(operations_, clauses)) is_clause_[clause] = true;
    for (std::size_t i = 0; i < operations_.size(); ++i) values_[i] = e.value(operations_[i].expr).value_or(0);
    find_users();
  }

  void begin(const Assignment& start) {
    for (std::size_t i = 0; i < operations_.size(); ++i)
      if (operations_[i].node.kind() == Op::kSymbol)
        values_[i] = symbolic::truncated(start.value(e_.symbol_of(operations_[i].expr)), operations_[i].node.width);
    for (std::uint32_t i = 0; i < operations_.size(); ++i) {
      if (symbolic::operand_count(operations_[i].node.kind()) != 0) (void)compute(i);
      if (is_clause_[i]) note(i);
    }
  }

  /// One of the conditions that do not hold; none: all do.
  [[nodiscard]] std::optional<std::uint32_t> failing(Dice& dice) const {
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
        if (operand.node.kind() == Op::kTable) computed.table = &e_.table_of(operand.expr);
      }
      const auto change = change_for(computed, wanted, dice);
      ++work_;
      if (!change || computed.is_constant[change->operand]) return false;
      at = operation.operands[change->operand];
      wanted = change->value;
    }
    if (values_[at] == wanted) return false;
    values_[at] = wanted;
    propagate(at);
    return true;
  }

  /// Does each operation have a value? A float that is too big for an integer has none there.
  [[nodiscard]] bool is_specified() const { return unspecified_count_ == 0; }
  /// Operations computed.
  [[nodiscard]] std::size_t work() const { return work_; }

  [[nodiscard]] Assignment assignment() const {
    Assignment result;
    for (std::size_t i = 0; i < operations_.size(); ++i)
      if (operations_[i].node.kind() == Op::kSymbol)
        result.values.emplace(e_.symbol_of(operations_[i].expr), values_[i]);
    return result;
  }

 private:
  static constexpr std::uint32_t kHolds = ~std::uint32_t{0};

  void find_users() {
    first_user_.assign(operations_.size() + 1, 0);
    const auto each_operand = [&](const auto& use) {
      for (std::uint32_t i = 0; i < operations_.size(); ++i)
        for (unsigned k = 0; k < symbolic::operand_count(operations_[i].node.kind()); ++k)
          use(operations_[i].operands[k], i);
    };
    each_operand([&](std::uint32_t operand, std::uint32_t) { ++first_user_[operand + 1]; });
    for (std::size_t i = 0; i < operations_.size(); ++i) first_user_[i + 1] += first_user_[i];
    users_.resize(first_user_.back());
    std::vector<std::uint32_t> next(first_user_.begin(), first_user_.end() - 1);
    each_operand([&](std::uint32_t operand, std::uint32_t user) { users_[next[operand]++] = user; });
  }

  /// Has the operation another value now?
  bool compute(std::uint32_t at) {
    ++work_;
    const auto value = value_of(e_, operations_, at, values_);
    if (unspecified_[at] != !value.has_value()) {
      unspecified_[at] = !value.has_value();
      unspecified_count_ += value.has_value() ? -1 : 1;
    }
    const bool changes = values_[at] != value.value_or(0);
    values_[at] = value.value_or(0);
    return changes;
  }

  /// Computes what hangs on `at`, in the order of the list, each once.
  void propagate(std::uint32_t at) {
    const auto wake_users = [&](std::uint32_t of) {
      for (std::uint32_t i = first_user_[of]; i < first_user_[of + 1]; ++i) {
        if (is_waiting_[users_[i]]) continue;
        is_waiting_[users_[i]] = true;
        waiting_.push(users_[i]);
      }
    };
    if (is_clause_[at]) note(at);
    wake_users(at);
    while (!waiting_.empty()) {
      const std::uint32_t next = waiting_.top();
      waiting_.pop();
      is_waiting_[next] = false;
      if (!compute(next)) continue;
      if (is_clause_[next]) note(next);
      wake_users(next);
    }
  }

  /// Puts a clause among those that fail, or takes it out.
  void note(std::uint32_t clause) {
    std::uint32_t& place = place_in_failing_[clause];
    const bool holds = values_[clause] != 0;
    if (holds == (place == kHolds)) return;
    if (!holds) {
      place = static_cast<std::uint32_t>(failing_.size());
      failing_.push_back(clause);
      return;
    }
    place_in_failing_[failing_.back()] = place;
    failing_[place] = failing_.back();
    failing_.pop_back();
    place = kHolds;
  }

  const Expressions& e_;
  Operations operations_;
  std::vector<Bits> values_;                       // of the operations
  std::vector<bool> unspecified_, is_clause_;      // by operation, as all below
  std::vector<std::uint32_t> first_user_, users_;  // those of i: users_[first_user_[i]] and on
  std::vector<std::uint32_t> failing_, place_in_failing_;
  std::vector<bool> is_waiting_;
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> waiting_;
  std::size_t work_ = 0;
  int unspecified_count_ = 0;
};

}  // namespace

struct LocalSearch::Parts {
  Model model;
  Dice dice;
};

LocalSearch::LocalSearch(const Expressions& expressions, std::span<const Expr> clauses) {
  if (auto operations = operations_of(expressions, clauses, kMostSearched, is_searched))
    parts_ = std::make_unique<Parts>(Model(expressions, std::move(*operations), clauses), Dice());
}
LocalSearch::~LocalSearch() = default;

std::optional<Assignment> LocalSearch::from(const Assignment& start) {
  if (parts_ == nullptr) return std::nullopt;
  auto& [model, dice] = *parts_;
  model.begin(start);
  const std::size_t most = model.work() + kMostWork;
  for (std::size_t step = 0; step < kMostSteps && model.work() < most; ++step) {
    const auto clause = model.failing(dice);
    if (!clause && !model.is_specified()) break;
    if (!clause) return model.assignment();
    (void)model.want(*clause, 1, dice);
  }
  return std::nullopt;
}

}  // namespace reenact::solver
