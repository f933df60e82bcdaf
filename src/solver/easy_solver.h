// Answers easy questions without a solver.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "solver/easy_domain.h"
#include "solver/solver.h"
#include "symbolic/symbols.h"

namespace reenact::solver {

/// Answers queries about one symbol: of up to 8 bits by trying all its values (a text is made of such), of more if each clause is easy
/// (easy_domain.h): `==`, `<`, linear, masks. Both are exact: what it calls unsatisfiable is. Anything else goes to `inner`.
/// Payoff: a query takes microseconds instead of a solver's millisecond, and nearly all of a text's clauses are about one character.
class EasySolver final : public Solver {
 public:
  EasySolver(const Expressions& expressions, Solver& inner)
      : expressions_(expressions), symbols_(expressions), inner_(inner) {}
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override;
  /// Queries answered here, and handed on.
  [[nodiscard]] std::uint64_t answered() const { return answered_; }
  [[nodiscard]] std::uint64_t handed_on() const { return handed_on_; }

 private:
  using Bytes = std::bitset<256>;

  [[nodiscard]] std::optional<Answer> easy(std::span<const Expr> clauses);
  [[nodiscard]] std::optional<Answer> by_trying(std::span<const Expr> clauses, symbolic::SymbolId symbol,
                                                unsigned width);
  [[nodiscard]] std::optional<Answer> by_intervals(std::span<const Expr> clauses, symbolic::SymbolId symbol, Expr term,
                                                   unsigned width);
  [[nodiscard]] const std::optional<Bytes>& bytes_of(Expr clause, symbolic::SymbolId symbol, unsigned width);
  [[nodiscard]] Expr term_of(Expr clause) const;

  const Expressions& expressions_;
  symbolic::SymbolIndex symbols_;
  Solver& inner_;
  std::unordered_map<Expr, std::optional<Bytes>> bytes_;  // none: some value is unspecified
  std::uint64_t answered_ = 0, handed_on_ = 0;
};

}  // namespace reenact::solver
