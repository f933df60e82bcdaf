// A call of the C or C++ library on a path: what its model says, put into the conditions behind it.
#include "strategy/backward/executor.h"
#include "strategy/backward/library_models.h"

namespace reenact::backward {

bool Executor::before_effect(State& state, const Effect& effect) {
  Memory& memory = shared_.memory;
  switch (effect.kind) {
    case Effect::Kind::kNew:
      return change(state,
                    [&](Expr each, Memory::Step& step) {
                      const auto place = static_cast<std::uint64_t>(*shared_.expressions.value(effect.to));
                      return memory.before_thing(each, place, effect.count, effect.initial, step);
                    },
                    {});
    case Effect::Kind::kFree: {
      // Such a path is left out; what was found holds.
      bool may_lead_into_it = false;
      const bool possible = change(state,
                                   [&](Expr each, Memory::Step& step) {
                                     const Memory::Rewritten changed = memory.before_free(each, effect.to, step);
                                     may_lead_into_it = may_lead_into_it || changed.is_guess;
                                     return Memory::Rewritten{changed.condition};
                                   },
                                   {});
      if (may_lead_into_it) ++counters_.given_up["an address may lead into the middle of what is freed"];
      return possible;
    }
    case Effect::Kind::kCopy:
      return change(
          state,
          [&](Expr each, Memory::Step& step) {
            return memory.before_copy(each, effect.to, effect.value, effect.count, nullptr, step);
          },
          "a copy covers only a part of a value");
    case Effect::Kind::kFill:
      return change(state,
                    [&](Expr each, Memory::Step& step) {
                      return memory.before_fill(each, effect.to, effect.value, effect.count, step);
                    },
                    {});
    case Effect::Kind::kLet:
      return replace(state, {{effect.to, effect.value}});
    case Effect::Kind::kStore:
      return change(
          state,
          [&](Expr each, Memory::Step& step) {
            return memory.before_store(each, effect.to, effect.value, nullptr, step);
          },
          "accesses of different widths were taken to be apart");
  }
  return true;
}

bool Executor::before_case(State& state, llvm::CallBase& call, const LibraryCase& outcome) {
  Expressions& e = shared_.expressions;
  const unsigned width = Values::width_of(*call.getType());
  // What is asked of the result first: `strcmp(a, b) == 0` is no question about a difference.
  if (outcome.result != Expr{} && width > 0 && is_used(state, call)) {
    const Expr result = shared_.values.of(call, state.activation().id), zero = e.constant(0, width);
    std::unordered_map<Expr, Expr> known{{result, outcome.result}};
    if (outcome.result_is_zero != Expr{}) known[e.make(Op::kEq, result, zero)] = outcome.result_is_zero;
    if (outcome.result_is_negative != Expr{}) {
      const Expr negative = outcome.result_is_negative, is_zero = outcome.result_is_zero;
      known[e.make(Op::kSlt, result, zero)] = negative;
      known[e.make(Op::kSle, result, zero)] = e.make(Op::kOr, negative, is_zero);
      known[e.make(Op::kSle, zero, result)] = e.negation(negative);
      known[e.make(Op::kSlt, zero, result)] = e.negation(e.make(Op::kOr, negative, is_zero));
    }
    if (!replace(state, known)) return false;
  }
  // First of all: what contradicts itself behind a guess is no proof.
  if (!outcome.guessed.empty()) guess(state, outcome.guessed);
  for (const Effect& effect : outcome.effects)
    if (!before_effect(state, effect)) return false;
  for (const Effect& effect : outcome.effects) {
    const bool writes = effect.kind == Effect::Kind::kCopy || effect.kind == Effect::Kind::kFill;
    // Else it crashes here already. What is made for the purpose has room enough.
    if (writes && !makes_new(outcome))
      prefer(state, e.make(Op::kUle, effect.count, shared_.memory.size_behind(effect.to)), &call);
  }
  if (!outcome.left_out.empty()) ++counters_.given_up[outcome.left_out];
  if (outcome.holds != Expr{} && !demand(state, outcome.holds, Asked::kBranch, &call)) return false;
  return outcome.exact == Expr{} || demand(state, outcome.exact, Asked::kExactness, &call);
}

std::optional<Executor::Goes> Executor::before_library(llvm::CallBase& call, llvm::StringRef name, State& state) {
  const auto arguments = shared_.values.arguments(call, state.activation().id);
  if (!arguments) return std::nullopt;
  LibraryModels models(shared_.expressions, shared_.memory, shared_.values, shared_.places, shared_.bitcode);
  auto model = models.of_container(call, name, *arguments);
  if (!model) model = models.of(name, *arguments, Values::width_of(*call.getType()));
  if (!model) return std::nullopt;
  for (const unsigned pointer : model->no_null)
    if (!demand_no_null(state, *call.getArgOperand(pointer), call)) return Goes::kNowhere;
  // Nobody asks what a search gave: it is no matter.
  const bool asks = is_used(state, call) || !model->cases.front().effects.empty();
  if (!asks) return Goes::kOn;
  if (model->cases.size() == 1) return before_case(state, call, model->cases.front()) ? Goes::kOn : Goes::kNowhere;
  ++state.decisions;
  for (auto outcome = model->cases.rbegin(); outcome != model->cases.rend(); ++outcome) {
    State back = state;
    if (before_case(back, call, *outcome)) {
      waiting_.push_back(std::move(back));
    } else {
      ++counters_.paths;
      ++counters_.contradictions;
    }
  }
  return Goes::kElsewhere;
}

}  // namespace reenact::backward
