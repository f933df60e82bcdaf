// How far an input is from satisfying a condition, and a path condition: the fitness of the genetic search for paths (SUSHI's idea,
// section 3 of Tardis).
#pragma once

#include "strategy/concolic/path_condition.h"
#include "symbolic/evaluate.h"

namespace reenact::concolic {

/// Korel's and Tracey's distance with K = 1: 0 where the condition holds, `a - b + 1` for a < b, |a - b| for a == b; a sum for &&, the smaller one
/// for ||. 1 for what has no operands to compare, and where a value is unspecified.
[[nodiscard]] double branch_distance(const Expressions& expressions, Expr condition, symbolic::Evaluator& evaluate);

/// What a search for the path minimises: the clauses from the first that does not hold on, that one counted by φ(its distance),
/// φ(x) = x / (x + 1). 0: all hold. So satisfying one more clause is always better than coming nearer to one.
[[nodiscard]] double path_distance(const Expressions& expressions, const std::vector<Clause>& clauses,
                                   symbolic::Evaluator& evaluate);

}  // namespace reenact::concolic
