// Asks about elements of unknown arrays as if each were a symbol.
#pragma once

#include <unordered_map>
#include <vector>

#include "solver/solver.h"

namespace reenact::solver {

/// Each read of an unknown array becomes a symbol, and two reads of one array agree where their indices do (Ackermann's reduction):
///
///   Read(M, p) == 3 && Read(M, q) == 4     becomes     a == 3 && b == 4 && (p == q -> a == b)
///
/// Payoff: what is left is about numbers alone, which Z3 answers far sooner than questions about arrays; and fields of one object, whose
/// indices are known to differ, are independent for SlicingSolver. The model has the elements of the arrays again. There are no stores in
/// our conditions, so this is all of the theory of arrays that they need.
/// Queries with hundreds of reads go on as they are: each two would have to be told apart.
class ReadsSolver final : public Solver {
 public:
  /// Both must outlive it.
  ReadsSolver(Expressions& expressions, Solver& inner) : e_(expressions), inner_(inner) {}
  [[nodiscard]] Answer check(std::span<const Expr> clauses) override;

 private:
  struct Element {
    Expr array, index;  // the index without reads
    Expr value;         // the symbol
  };
  [[nodiscard]] Expr without_reads(Expr e) const;
  void rewrite(Expr e);
  [[nodiscard]] bool is_read(Expr e) const;
  [[nodiscard]] bool has_read(const symbolic::Node& node) const;
  [[nodiscard]] bool reads(std::span<const Expr> clauses);
  void put_back(const std::vector<Expr>& reads, Assignment& model);

  Expressions& e_;
  Solver& inner_;
  std::unordered_map<Expr, Expr> rewritten_;
  std::unordered_map<Expr, bool> has_reads_;
  std::unordered_map<Expr, Element> elements_;  // by the read
};

}  // namespace reenact::solver
