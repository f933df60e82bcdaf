// Which symbols an expression is about, and expressions with others in their place.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "symbolic/expressions.h"

namespace reenact::symbolic {

/// What `roots` are made of, they among it, each once, in the order of the ids: operands before what is made of them.
[[nodiscard]] std::vector<Expr> reachable(const Expressions& expressions, std::span<const Expr> roots);

/// The symbols and unknown arrays in `e`, in the order of their ids, each once.
[[nodiscard]] std::vector<SymbolId> symbols_of(const Expressions& expressions, Expr e);

/// symbols_of, remembered per expression that was asked for: paths share most of their clauses.
class SymbolIndex {
 public:
  explicit SymbolIndex(const Expressions& expressions) : expressions_(expressions) {}
  [[nodiscard]] const std::vector<SymbolId>& of(Expr e);

 private:
  const Expressions& expressions_;
  std::unordered_map<Expr, std::vector<SymbolId>> known_;
};

/// The object that holds what `path` names: of `input.a[2]` and of `input.size` it is `input`, of `text[3]` it is `text`. What is
/// no part of anything is its own.
[[nodiscard]] std::string_view object_of(std::string_view path);

/// `e` with each expression that is a key of `replacements` replaced by its value, and simplified anew. REQUIRES: equal widths.
[[nodiscard]] Expr substitute(Expressions& expressions, Expr e, const std::unordered_map<Expr, Expr>& replacements);

/// The conditions of which `condition` is the conjunction, in their order.
[[nodiscard]] std::vector<Expr> conjuncts(const Expressions& expressions, Expr condition);

}  // namespace reenact::symbolic
