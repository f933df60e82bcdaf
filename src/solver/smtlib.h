// Queries as text that any solver reads.
#pragma once

#include <span>
#include <string>

#include "symbolic/expressions.h"

namespace reenact::solver {

/// "Can all `clauses` hold?" in SMT-LIB 2, from (set-logic …) to (check-sat). Symbols keep their paths: |input.a[2]|. Written
/// independently of the terms for Z3, so that a second solver checks them, too.
[[nodiscard]] std::string to_smtlib(const symbolic::Expressions& expressions, std::span<const symbolic::Expr> clauses);

}  // namespace reenact::solver
