// How far an input is from satisfying a condition.
#pragma once

#include "strategy/concolic/path_condition.h"
#include "symbolic/evaluate.h"

namespace reenact::concolic {

/// Korel's and Tracey's distance with K = 1: 0 where the condition holds, `a - b + 1` for a < b, |a - b| for a == b; a sum for &&, the smaller one
/// for ||. 1 for what has no operands to compare, and where a value is unspecified.
[[nodiscard]] double branch_distance(const Expressions& expressions, Expr condition, symbolic::Evaluator& evaluate);
/// The same of its negation, which need not be in the table.
[[nodiscard]] double opposite_distance(const Expressions& expressions, Expr condition, symbolic::Evaluator& evaluate);

}  // namespace reenact::concolic
