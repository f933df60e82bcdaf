// What one operation computes on known values. The rules that fold constants and the evaluation of models share it, and a test
// compares it with the solver's semantics.
#pragma once

#include <optional>

#include "symbolic/expressions.h"

namespace reenact::symbolic {

/// Operands and the width they have in common (of Concat and Ite: of the last one).
struct Operands {
  Bits a = 0, b = 0, c = 0;
  unsigned width = 0;
};

/// The value of `node`, an operation on bit-vectors, or nothing where the value is unspecified (a float that the integer it is
/// converted to cannot hold).
[[nodiscard]] std::optional<Bits> compute(const Node& node, const Operands& operands);

}  // namespace reenact::symbolic
