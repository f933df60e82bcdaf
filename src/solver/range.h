// Bounds of what an operation gives, from bounds of its operands.
#pragma once

#include <array>
#include <optional>

#include "solver/easy_domain.h"
#include "symbolic/expressions.h"

namespace reenact::solver {

/// Bounds of a value of at most 64 bits, as a number without a sign and as one with: `c - 48` of a character c is from -176 to 79,
/// which as numbers without a sign are nearly all.
struct Range {
  Interval values;
  symbolic::SignedBits least, most;
};
/// Of what lies in the interval.
[[nodiscard]] Range range_in(const Interval& values, unsigned width);
/// Of what, with a sign, is from `least` to `most`. REQUIRES: `width` bits hold both.
[[nodiscard]] Range signed_range(symbolic::SignedBits least, symbolic::SignedBits most, unsigned width);

/// An operation of at most 64 bits, its operands' bounds and widths.
struct Bounded {
  symbolic::Node node;
  std::array<Range, 3> operands;
  std::array<unsigned, 3> widths;
};

/// Everything the operation can give while its operands stay within their bounds lies in it; perhaps more does.
[[nodiscard]] Range range_of(const Bounded& operation);

}  // namespace reenact::solver
