// Remembers answers.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>

#include "solver/solver.h"
#include "symbolic/symbols.h"

namespace reenact::solver {

/// Answers from what was answered before, in this order:
///   1. the same clauses, in any order;
///   2. a superset of a core is unsatisfiable: adding clauses does not help;
///   3. a model that satisfies the query is its model, whatever it was found for. So a subset of a satisfiable query is answered, and often a
///      superset;
///   4. the same clauses that were too hard before, in any order, are too hard again.
class CachingSolver final : public Solver {
 public:
  CachingSolver(const Expressions& expressions, Solver& inner)
      : expressions_(expressions), symbols_(expressions), inner_(inner) {}
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override;

  /// How often each rule answered.
  struct Counts {
    std::uint64_t same = 0, by_core = 0, by_model = 0, too_hard = 0, asked = 0;
  };
  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  [[nodiscard]] std::optional<Answer> known(std::span<const Expr> clauses, const std::vector<Expr>& key);
  [[nodiscard]] std::optional<Unsatisfiable> known_core(std::span<const Expr> clauses) const;
  [[nodiscard]] const Assignment* known_model(std::span<const Expr> clauses);
  void remember(std::span<const Expr> clauses, std::vector<Expr> key, const Answer& answer);

  const Expressions& expressions_;
  symbolic::SymbolIndex symbols_;
  Solver& inner_;
  /// Models, by the clauses in the order of their ids.
  std::map<std::vector<Expr>, Assignment> answers_;
  std::map<std::vector<Expr>, std::string> too_hard_;  // why
  std::vector<std::vector<Expr>> cores_;
  std::unordered_map<Expr, std::vector<std::size_t>> cores_with_;
  /// The latest models, by the symbols they are about.
  std::unordered_map<symbolic::SymbolId, std::deque<Assignment>> models_about_;
  Counts counts_;
};

}  // namespace reenact::solver
