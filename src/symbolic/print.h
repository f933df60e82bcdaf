// Expressions as a reader of C knows them: `input.a[2] <= 30`, `text[0] == 'A'`, `(unsigned)x / 3 != y`.
#pragma once

#include <string>

#include "symbolic/expressions.h"

namespace reenact::symbolic {

/// What C has no word for: `x[15:8]` are bits 15 to 8, `concat(a, b)` has a above b, `store(a, i, v)` is the array a with v at i. Signed
/// is what is not said to be unsigned. Behind 1,000 operations, or 200 inside one another, it says "...".
[[nodiscard]] std::string print(const Expressions& expressions, Expr e);

}  // namespace reenact::symbolic
