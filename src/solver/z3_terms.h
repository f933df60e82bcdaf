// Expressions as terms of Z3.
#pragma once

#include <z3.h>

#include <span>
#include <unordered_map>
#include <vector>

#include "symbolic/expressions.h"

namespace reenact::solver {

/// Translates expressions of one table into one context of Z3, each once.
///
/// Invariants:
///   1. A condition (width 1) is a Bool, anything else a bit-vector or an array.
///   2. What SMT-LIB leaves open is left open: a float's bits are a constant of their own that a definition ties to the float's value (a
///      NaN has many), and so is an integer made of a float (where it cannot hold that, any). A query has to assert the definitions of
///      what is in it. So no answer "unsatisfiable" owes itself to what a solver happens to choose.
class Z3Terms {
 public:
  Z3Terms(const symbolic::Expressions& expressions, Z3_context context);

  /// The Bool of a condition.
  [[nodiscard]] Z3_ast condition(symbolic::Expr e);
  /// What defines floats in `conditions`, to be asserted with them. REQUIRES: condition() of each was called.
  [[nodiscard]] std::vector<Z3_ast> definitions(std::span<const symbolic::Expr> conditions) const;
  /// Are there arrays or floats in what was translated? Then plain bit-vector logic does not do.
  [[nodiscard]] bool only_bits(std::span<const symbolic::Expr> conditions) const;
  /// The symbols and arrays that occur in `conditions`, with their terms.
  [[nodiscard]] std::vector<std::pair<symbolic::Expr, Z3_ast>> leaves(std::span<const symbolic::Expr> conditions) const;
  [[nodiscard]] std::size_t size() const { return terms_.size(); }

 private:
  [[nodiscard]] Z3_ast term(symbolic::Expr e) const { return terms_.at(e); }
  /// The bit-vector, also of a condition.
  [[nodiscard]] Z3_ast bits(symbolic::Expr e) const;
  [[nodiscard]] Z3_ast truth(Z3_ast bit) const;
  [[nodiscard]] Z3_ast number(symbolic::Bits value, unsigned width) const;
  [[nodiscard]] Z3_ast float_of(symbolic::Expr e) const;
  [[nodiscard]] Z3_sort float_sort(unsigned width) const;

  [[nodiscard]] Z3_ast translate(symbolic::Expr e);
  [[nodiscard]] Z3_ast leaf(symbolic::Expr e, const symbolic::Node& node) const;
  [[nodiscard]] Z3_ast logical(const symbolic::Node& node) const;
  [[nodiscard]] Z3_ast quotient(Z3_ast a, symbolic::Bits divisor, unsigned width) const;
  [[nodiscard]] Z3_ast arithmetic(const symbolic::Node& node) const;
  [[nodiscard]] Z3_ast comparison(const symbolic::Node& node) const;
  [[nodiscard]] Z3_ast reshaped(const symbolic::Node& node) const;
  [[nodiscard]] Z3_ast array_operation(const symbolic::Node& node) const;
  [[nodiscard]] Z3_ast lookup(const symbolic::Table& table, Z3_ast index, unsigned index_width) const;
  [[nodiscard]] Z3_ast float_value(const symbolic::Node& node) const;
  [[nodiscard]] Z3_ast defined(symbolic::Expr e, const symbolic::Node& node);

  const symbolic::Expressions& expressions_;
  Z3_context context_;
  std::unordered_map<symbolic::Expr, Z3_ast> terms_;
  std::unordered_map<symbolic::Expr, Z3_ast> definitions_;
};

}  // namespace reenact::solver
