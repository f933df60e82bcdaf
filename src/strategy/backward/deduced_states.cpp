#include "strategy/backward/deduced_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace reenact::backward {

/// Every draft's n-th object goes by one name: in each, another call's parameter is its address.
Expr DeducedStates::stand_in(std::size_t position) {
  return workshop_.expressions().symbol(fmt::format("wanted object {}", position), 64);
}

DeducedStates::State DeducedStates::state_of(const Draft& draft) {
  State state{.wanted = {}, .conditions = {}, .is_guess = draft.is_guess, .cost = draft.cost()};
  std::unordered_map<Expr, Expr> names;
  for (const Wanted& wanted : draft.wanted) {
    names.emplace(wanted.address, stand_in(state.wanted.size()));
    state.wanted.push_back(wanted.parameter->type);
  }
  Memory::Step step;
  for (const Clause& clause : draft.clauses)
    state.conditions.push_back(workshop_.memory().substitute(clause.condition, names, step));
  std::ranges::sort(state.conditions);
  const auto same = std::ranges::unique(state.conditions);
  state.conditions.erase(same.begin(), same.end());
  return state;
}

/// The conditions of `other` that are none of the state's own.
std::vector<Expr> DeducedStates::further(const State& state, const State& other) {
  std::vector<Expr> result;
  std::ranges::set_difference(other.conditions, state.conditions, std::back_inserter(result));
  return result;
}

bool DeducedStates::implies(const State& state, symbolic::Evaluator& model, const State& other) {
  const std::vector<Expr> asked = further(state, other);
  // Most states have values that are not the other's: no solver is needed.
  if (!std::ranges::all_of(asked, [&](Expr each) { return model.holds(each); })) return false;
  Expressions& e = workshop_.expressions();
  std::vector<Expr> query = state.conditions;
  Expr all = e.truth(true);
  for (const Expr each : asked) all = e.make(Op::kAnd, all, each);
  query.push_back(e.negation(all));
  return solver::is_unsatisfiable(workshop_.solver().check(query));
}

bool DeducedStates::add(const Draft& draft) {
  if (draft.wanted.empty()) return true;
  State state = state_of(draft);
  std::vector<const State*> cheaper;
  for (const State& other : states_)
    if (other.cost <= state.cost && (state.is_guess || !other.is_guess) && other.wanted == state.wanted)
      cheaper.push_back(&other);
  if (std::ranges::any_of(cheaper, [&](const State* other) { return further(state, *other).empty(); })) return false;
  const solver::Answer answer = workshop_.solver().check(state.conditions);
  if (const auto* const can = std::get_if<solver::Satisfiable>(&answer)) {
    symbolic::Evaluator model(workshop_.expressions(), can->model);
    if (std::ranges::any_of(cheaper, [&](const State* other) { return implies(state, model, *other); })) return false;
  }
  states_.push_back(std::move(state));
  return true;
}

}  // namespace reenact::backward
