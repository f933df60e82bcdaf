// The value of expressions where the symbols have values: whether a model holds, and what a native run will do.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>

#include "symbolic/expressions.h"

namespace reenact::symbolic {

/// The elements of an unknown array.
struct ArrayValue {
  std::map<Bits, Bits> elements;
  Bits otherwise = 0;
  bool operator==(const ArrayValue&) const = default;
};

/// Values of symbols and arrays. One that is not in here is 0 (everywhere): a model leaves out what does not matter.
struct Assignment {
  std::map<SymbolId, Bits> values;
  std::map<SymbolId, ArrayValue> arrays;
  bool operator==(const Assignment&) const = default;

  [[nodiscard]] Bits value(SymbolId symbol) const;
  [[nodiscard]] Bits element(SymbolId array, Bits index) const;
};

/// Evaluates under one assignment; what was evaluated once is remembered. Neither is copied.
class Evaluator {
 public:
  Evaluator(const Expressions& expressions, const Assignment& assignment)
      : expressions_(expressions), assignment_(assignment) {}

  /// Nothing where the value is unspecified (see operation.h). REQUIRES: no array.
  [[nodiscard]] std::optional<Bits> operator()(Expr e);
  /// Is the condition known to hold?
  [[nodiscard]] bool holds(Expr condition) { return (*this)(condition) == Bits{1}; }

 private:
  [[nodiscard]] std::optional<Bits> compute_known(Expr e);
  [[nodiscard]] std::optional<Bits> read(const Node& node);

  const Expressions& expressions_;
  const Assignment& assignment_;
  std::unordered_map<Expr, std::optional<Bits>> known_;
};

}  // namespace reenact::symbolic
