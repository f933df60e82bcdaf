// Conditions as a list of operations, as solvers compute them that put in values of their own.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "symbolic/expressions.h"

namespace reenact::solver {

/// An expression of the list; its operands are positions in the list, before its own.
struct Operation {
  symbolic::Expr expr;
  symbolic::Node node;
  std::array<std::uint32_t, 3> operands{};
};
using Operations = std::vector<Operation>;

/// All that `conditions` are made of, operands first; none if there are more than `most`, one is wider than 64 bits, or `knows` says no
/// to one of the kinds.
[[nodiscard]] std::optional<Operations> operations_of(const symbolic::Expressions& expressions,
                                                      std::span<const symbolic::Expr> conditions, std::size_t most,
                                                      bool (*knows)(symbolic::Op));

/// Where `conditions` are in the list made of them.
[[nodiscard]] std::vector<std::uint32_t> positions_of(const Operations& operations,
                                                      std::span<const symbolic::Expr> conditions);

/// What the operation at `at` gives; `values` are those of the list. None where it is unspecified (symbolic/operation.h). REQUIRES: it has
/// operands, none of them an array but constant tables.
[[nodiscard]] std::optional<symbolic::Bits> value_of(const symbolic::Expressions& expressions,
                                                     const Operations& operations, std::uint32_t at,
                                                     std::span<const symbolic::Bits> values);

}  // namespace reenact::solver
