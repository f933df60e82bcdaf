// The executor's conditions: added, replaced, changed.
#include <algorithm>

#include "strategy/backward/executor.h"

namespace reenact::backward {
std::vector<Expr> Executor::conditions_of(const State& state) {
  std::vector<Expr> result;
  for (const Clause& clause : state.clauses)
    if (clause.why != Asked::kExactness) result.push_back(clause.condition);
  return result;
}

/// `p + 8 == 0`, of an address that is used: where p is a pointer to something with a member there, the crash's null is p. Both are in
/// the page that nothing is in.
Expr Executor::of_object(Expr condition) {
  Expressions& e = shared_.expressions;
  const bool is_negated = e.is(condition, Op::kNot);
  const Expr equal = is_negated ? e[condition].a() : condition;
  if (!e.is(equal, Op::kEq) || e.width(e[equal].a()) != 64) return condition;
  const auto constant = e.value(e[equal].b());
  constexpr std::uint64_t kFarthest = 1 << 16;  // bytes of a member from its object
  if (!constant || *constant == 0 || -static_cast<std::uint64_t>(*constant) > kFarthest) return condition;
  const Expr object = e.make(Op::kEq, e[equal].a(), e.constant(0, 64));
  return is_negated ? e.negation(object) : object;
}

/// Without that condition the path goes on as a guess.
void Executor::drop_exactness(State& state, Expr condition) {
  const auto is_it = [&](const Clause& clause) {
    return clause.why == Asked::kExactness && clause.condition == condition;
  };
  if (std::erase_if(state.clauses, is_it) > 0) guess(state, kInexact);
}

/// Adds a condition that the path can do without.
void Executor::prefer(State& state, Expr condition, const llvm::Instruction* by) {
  Expressions& e = shared_.expressions;
  for (const Expr part : symbolic::conjuncts(e, condition)) {
    const Expr opposite = e.negation(part);
    const auto holds = [&](Expr known) {
      return std::ranges::find(state.clauses, known, &Clause::condition) != state.clauses.end();
    };
    if (e.value(part) == symbolic::Bits{1} || holds(part)) continue;
    if (e.value(part) == symbolic::Bits{0} || holds(opposite))
      guess(state, kInexact);
    else
      state.clauses.push_back({part, Asked::kExactness, by, state.decisions});
  }
}

bool Executor::demand(State& state, Expr condition, Asked why, const llvm::Instruction* by) {
  Expressions& e = shared_.expressions;
  if (why == Asked::kExactness) {
    prefer(state, condition, by);
    return true;
  }
  for (Expr part : symbolic::conjuncts(e, condition)) {
    if (why == Asked::kDereference || why == Asked::kCrash) part = of_object(part);
    if (const auto known = e.value(part)) {
      if (*known != 0) continue;
      contradicted_since_ = state.decisions;
      return false;
    }
    const Expr opposite = e.negation(part);
    drop_exactness(state, opposite);
    std::erase_if(state.clauses,
                  [&](const Clause& clause) { return clause.why == Asked::kExactness && clause.condition == part; });
    for (const Clause& clause : state.clauses)
      if (clause.condition == opposite) {
        contradicted_since_ = state.decisions;
        return false;
      }
    if (std::ranges::find(state.clauses, part, &Clause::condition) == state.clauses.end())
      state.clauses.push_back({part, why, by, state.decisions});
  }
  return true;
}

bool Executor::replace(State& state, const std::unordered_map<Expr, Expr>& replacements) {
  return change(state,
                [&](Expr condition, Memory::Step& step) {
                  return Memory::Rewritten{shared_.memory.substitute(condition, replacements, step)};
                },
                {});
}

bool Executor::change(State& state, const std::function<Memory::Rewritten(Expr, Memory::Step&)>& how,
                      std::string_view why_guess) {
  Memory::Step step;
  const std::vector<Clause> before = std::move(state.clauses);
  state.clauses.clear();
  for (const Clause& clause : before) {
    const Memory::Rewritten changed = how(clause.condition, step);
    if (changed.is_guess) guess(state, why_guess);
    state.reads_unwritten = state.reads_unwritten || changed.reads_unwritten;
    if (changed.condition == clause.condition) {
      if (std::ranges::find(state.clauses, clause.condition, &Clause::condition) == state.clauses.end())
        state.clauses.push_back(clause);
    } else if (!demand(state, changed.condition, clause.why, clause.by)) {
      return false;
    }
  }
  return true;
}

bool Executor::is_live(const State& state, Expr symbol) {
  if (!shared_.expressions.is(symbol, Op::kSymbol)) return false;
  const auto id = shared_.expressions.symbol_of(symbol);
  return std::ranges::any_of(state.clauses, [&](const Clause& clause) {
    return std::ranges::binary_search(symbols_.of(clause.condition), id);
  });
}

void Executor::guess(State& state, std::string_view why) {
  state.is_guess = true;
  ++counters_.guessed[std::string(why)];
}

}  // namespace reenact::backward
