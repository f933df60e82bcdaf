// Path condition slicing (Tardis, section 4.1).
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "strategy/concolic/path_condition.h"
#include "symbolic/symbols.h"

namespace reenact::concolic {

/// What makes clauses depend on each other.
enum class Dependence {
  kVariables,  // they share a symbol
  kObjects,    // or symbols of one object: its methods may keep an invariant between them (symbolic::object_of)
};

/// Keeps of clauses those on which the last one depends, transitively, in their order. What is left out shares nothing with it and is
/// satisfiable, as the whole prefix is: so the slice is satisfiable if and only if all clauses are. By example (figure 3): of
///     a > 3 && b < 4 && c > a && d == c  with the suffix  d != c
/// b < 4 is left out, and a > 3 stays: c > a connects it.
class Slicer {
 public:
  explicit Slicer(const Expressions& expressions, Dependence dependence = Dependence::kObjects)
      : expressions_(expressions), symbols_(expressions), dependence_(dependence) {}

  /// REQUIRES: there is a last clause.
  [[nodiscard]] std::vector<Clause> operator()(const std::vector<Clause>& clauses);

 private:
  /// Numbers of the groups that a clause's symbols are in: symbols, or objects.
  [[nodiscard]] const std::vector<std::uint32_t>& groups_of(Expr condition);

  const Expressions& expressions_;
  symbolic::SymbolIndex symbols_;
  Dependence dependence_;
  std::unordered_map<std::string, std::uint32_t> objects_;
  std::unordered_map<Expr, std::vector<std::uint32_t>> groups_;
};

}  // namespace reenact::concolic
