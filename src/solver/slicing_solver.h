// Solves what has nothing to do with each other on its own.
#pragma once

#include "solver/solver.h"
#include "symbolic/symbols.h"

namespace reenact::solver {

/// Parts of a query that share no symbol are independent: each is asked alone, the models are put together, and the core is that of the
/// first part that cannot hold. Payoff: a path of a parser has a part per character or two, most of which were asked before; with
/// CachingSolver inside only the part of the negated clause is new.
class SlicingSolver final : public Solver {
 public:
  SlicingSolver(const Expressions& expressions, Solver& inner) : symbols_(expressions), inner_(inner) {}
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override;

 private:
  symbolic::SymbolIndex symbols_;
  Solver& inner_;
};

/// The positions of clauses that share symbols, transitively; each part in order, parts by their first clause. A clause
/// without symbols is a part of its own.
[[nodiscard]] std::vector<std::vector<std::size_t>> independent_parts(symbolic::SymbolIndex& symbols,
                                                                      std::span<const Expr> clauses);

}  // namespace reenact::solver
