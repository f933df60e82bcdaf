#include "strategy/concolic/path_condition.h"

#include "symbolic/print.h"

namespace reenact::concolic {

std::vector<Clause> Alternative::clauses() const {
  std::vector<Clause> result;
  result.reserve(size());
  result.assign(path_->begin(), path_->begin() + static_cast<std::ptrdiff_t>(prefix_));
  result.push_back(suffix_);
  return result;
}

Clause negated(const Clause& clause, Expressions& expressions) {
  return {.condition = expressions.negation(clause.condition),
          .edge = clause.other,
          .other = clause.edge,
          .called_from = clause.called_from};
}

Alternative Alternative::at(std::size_t i, Expressions& expressions) const {
  return {path_, i, negated((*path_)[i], expressions), parent_};
}

std::vector<Expr> conditions(const std::vector<Clause>& clauses) {
  std::vector<Expr> result;
  result.reserve(clauses.size());
  for (const Clause& clause : clauses) result.push_back(clause.condition);
  return result;
}

std::string print(const Expressions& expressions, const std::vector<Clause>& clauses) {
  std::string text;
  for (const Clause& clause : clauses)
    text += (text.empty() ? "" : " && ") + symbolic::print(expressions, clause.condition);
  return text;
}

}  // namespace reenact::concolic
