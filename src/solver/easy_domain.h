// The values of one symbol that make a condition true, where they can be written down without searching.
#pragma once

#include <optional>
#include <vector>

#include "symbolic/expressions.h"

namespace reenact::solver {

/// Values first to last, unsigned, both included.
struct Interval {
  symbolic::Bits first, last;
  bool operator==(const Interval&) const = default;
};
/// In order, and none touches the next.
using Intervals = std::vector<Interval>;

[[nodiscard]] Intervals intersection(const Intervals& a, const Intervals& b);
[[nodiscard]] Intervals complement(const Intervals& set, unsigned width);

/// Bits that are known: `(x & mask) == value`.
struct FixedBits {
  symbolic::Bits mask = 0, value = 0;
};

/// Exactly the values of `symbol` for which `condition` holds. None where it is not of the easy kind: comparisons of linear terms of the
/// symbol with constants, extended, shifted down or divided, joined by && || !.
[[nodiscard]] std::optional<Intervals> easy_values(const symbolic::Expressions& expressions, symbolic::Expr condition,
                                                   symbolic::Expr symbol);

/// Exactly the bits that `condition` fixes; none where it says anything else: `(x & 12) == 8`, `x[15:8] == 'A'`, `!(x & 4)`.
[[nodiscard]] std::optional<FixedBits> easy_bits(const symbolic::Expressions& expressions, symbolic::Expr condition,
                                                 symbolic::Expr symbol);

/// The smallest value in `set` that has the bits.
[[nodiscard]] std::optional<symbolic::Bits> smallest(const Intervals& set, const FixedBits& bits, unsigned width);

}  // namespace reenact::solver
