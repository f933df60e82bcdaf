#include "strategy/backward/draft_clauses.h"

#include <algorithm>
#include <unordered_set>

namespace reenact::backward {

bool DraftClauses::can_hold(const Draft& draft, Expr also) {
  std::vector<Expr> conditions;
  for (const Clause& clause : draft.clauses) conditions.push_back(clause.condition);
  if (also != Expr{}) conditions.push_back(also);
  return !solver::is_unsatisfiable(workshop_.solver().check(conditions));
}

bool DraftClauses::is_about(const Draft& draft, Expr symbol) {
  if (!e_.is(symbol, Op::kSymbol)) return true;
  return std::ranges::any_of(draft.clauses, [&](const Clause& clause) {
    return std::ranges::binary_search(symbolic::symbols_of(e_, clause.condition), e_.symbol_of(symbol));
  });
}

bool DraftClauses::has_part(const Draft& draft, Expr part) {
  std::vector<Expr> conditions;
  for (const Clause& clause : draft.clauses) conditions.push_back(clause.condition);
  return std::ranges::binary_search(symbolic::reachable(e_, conditions), part);
}

std::size_t DraftClauses::addresses_that_hang_on(const Draft& draft, Expr symbol) {
  if (!e_.is(symbol, Op::kSymbol)) return 0;
  const symbolic::SymbolId own = e_.symbol_of(symbol);
  const auto speaks_of_it = [&](Expr each) { return std::ranges::binary_search(symbolic::symbols_of(e_, each), own); };
  const auto is_other = [&](symbolic::SymbolId each) { return each != own && e_.symbol(each).index_width == 0; };
  std::unordered_set<Expr> found;
  for (const Clause& clause : draft.clauses)
    for (const Expr read : workshop_.memory().reads_in(clause.condition)) {
      const Expr address = e_[read].b();
      if (std::ranges::any_of(workshop_.memory().reads_in(address), speaks_of_it) &&
          (workshop_.places().under(e_, address) != nullptr ||
           std::ranges::any_of(symbolic::symbols_of(e_, address), is_other)))
        found.insert(read);
    }
  return found.size();
}

std::set<std::string> DraftClauses::globals_of(const Draft& draft) {
  std::set<std::string> result;
  for (const Clause& clause : draft.clauses)
    for (const Expr read : workshop_.memory().reads_in(clause.condition)) {
      const Thing* const thing = workshop_.places().under(e_, e_[read].b());
      if (thing != nullptr && thing->kind == Thing::Kind::kGlobal) result.insert("@" + thing->global->getName().str());
    }
  return result;
}

bool DraftClauses::change(Draft& draft, const std::function<Expr(Expr, Memory::Step&)>& how) {
  Memory::Step step;
  for (Clause& clause : draft.clauses) {
    clause.condition = how(clause.condition, step);
    if (e_.value(clause.condition) == symbolic::Bits{0}) return false;
  }
  return true;
}

bool DraftClauses::replace(Draft& draft, Expr symbol, Expr value) {
  return change(draft, [&](Expr each, Memory::Step& step) {
    return workshop_.memory().substitute(each, {{symbol, value}}, step);
  });
}

bool DraftClauses::store(Draft& draft, Expr address, Expr value) {
  return change(draft, [&](Expr each, Memory::Step& step) {
    return workshop_.memory().before_store(each, address, value, nullptr, step).condition;
  });
}

bool DraftClauses::copy(Draft& draft, Expr address, Expr from, std::uint64_t count) {
  return change(draft, [&](Expr each, Memory::Step& step) {
    return workshop_.memory().before_copy(each, address, from, e_.constant(count, 64), nullptr, step).condition;
  });
}

bool DraftClauses::come_to_be(Draft& draft, std::uint64_t place, std::optional<std::uint8_t> initial,
                              std::uint64_t bytes) {
  const Expr size = bytes == 0 ? Expr{} : e_.constant(bytes, 64);
  return change(draft, [&](Expr each, Memory::Step& step) {
    return workshop_.memory().before_thing(each, place, size, initial, step).condition;
  });
}

}  // namespace reenact::backward
