// The states that were asked for already: STAR's lattice of deduced states (section 4.5.4).
//
// A draft asks for objects in some state. If that state is enough for another draft that is as short, then whatever makes it makes
// the other's, too, and this draft is not needed:
//
//   queue.tail == 1                               asked for before
//   queue.tail == 1 && queue.head < queue.tail    left out: what makes this makes the other
//
// This is what keeps calls in another order, and calls that change nothing, from being tried again and again.
#pragma once

#include <vector>

#include "strategy/backward/draft.h"
#include "strategy/backward/trace.h"

namespace reenact::backward {

class DeducedStates {
 public:
  /// It must outlive this.
  explicit DeducedStates(Workshop& workshop) : workshop_(workshop) {}

  /// False: another draft was added before that costs no more, and whose state holds whenever that of `draft` does. A draft without
  /// objects to make is always new.
  [[nodiscard]] bool add(const Draft& draft);

 private:
  struct State {
    std::vector<TypeId> wanted;
    std::vector<Expr> conditions;  // in the order of their ids
    bool is_guess = false;
    std::size_t cost = 0;
  };
  [[nodiscard]] State state_of(const Draft& draft);
  [[nodiscard]] static std::vector<Expr> further(const State& state, const State& other);
  [[nodiscard]] bool implies(const State& state, symbolic::Evaluator& model, const State& other);
  [[nodiscard]] Expr stand_in(std::size_t position);

  Workshop& workshop_;
  std::vector<State> states_;
};

}  // namespace reenact::backward
