// Bounds of what an operation gives, from bounds of its operands.
#pragma once

#include <array>
#include <optional>

#include "solver/easy_domain.h"
#include "symbolic/expressions.h"

namespace reenact::solver {

/// An operation of at most 64 bits, its operands' bounds and widths.
struct Bounded {
  symbolic::Node node;
  std::array<Interval, 3> operands;
  std::array<unsigned, 3> widths;
};

/// Everything the operation can give while its operands stay within their bounds lies in it; perhaps more does. As numbers without a sign.
[[nodiscard]] Interval range_of(const Bounded& operation);

}  // namespace reenact::solver
