// From the table that a run wrote into shared memory to expressions of the engine, simplified on the way.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "symbolic/expressions.h"

namespace reenact::symbolic {

/// What the table leaves to its reader: which symbols and tables its numbers mean.
struct ImportNames {
  /// The symbol of that number and width; none: the run knows something we do not.
  std::function<Expr(Expressions&, std::uint64_t number, unsigned width)> symbol;
  /// The bytes from `offset` on in the memory that holds the constant tables; fewer than `size` where it ends.
  std::function<std::span<const std::uint8_t>(std::uint64_t offset, std::size_t size)> bytes;
};

/// Reads one table. The subject can write into it, so everything is checked: what is wrong there costs that expression only.
class Importer {
 public:
  /// `labels` must stay as it is as long as this is used.
  Importer(Expressions& expressions, std::span<const ReenactExpression> labels, ImportNames names);

  /// Errors: which label is not an expression, and why.
  [[nodiscard]] Expected<Expr> operator()(ReenactLabel label);

 private:
  [[nodiscard]] Expected<Expr> import_one(ReenactLabel label);
  [[nodiscard]] Expected<Expr> import_leaf(ReenactLabel label, const Node& node);
  [[nodiscard]] Expected<Expr> import_table(ReenactLabel label, const Node& node);

  Expressions& expressions_;
  std::span<const ReenactExpression> labels_;
  ImportNames names_;
  std::vector<Expr> done_;  // by label
};

}  // namespace reenact::symbolic
