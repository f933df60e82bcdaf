// Crossover and survival of guided searches, as parts of an evolve::Plan.
#pragma once

#include <cstddef>
#include <span>

#include "evolve/engine.h"
#include "strategy/guided/breeding.h"
#include "strategy/guided/secondary.h"

namespace reenact {

/// EvoCrash's guided crossover: a child without a call of M_crash becomes a clone of its parent.
[[nodiscard]] inline auto guided_cross(Breeder& breeder) {
  return evolve::OrClone{[&breeder](const TestCase& first, const TestCase& second, TestCase& child, evolve::Random&) {
                           breeder.cross(first, second, child);
                         },
                         [&breeder](const TestCase& child) { return breeder.last_crash_call(child).has_value(); }};
}

/// One of two ways to choose survivors: an option decides.
template <typename First, typename Second>
struct EitherSurvival {
  bool is_first;
  First first;
  Second second;

  template <typename I, typename OrderOf>
  void operator()(std::span<I*> all, std::size_t parents, std::size_t survivors, const OrderOf& better) {
    if (is_first)
      first(all, parents, survivors, better);
    else
      second(all, parents, survivors, better);
  }
};

struct KindOfTest {
  const Secondary* secondary;
  template <typename I>
  std::size_t operator()(const I& individual) const {
    return secondary->kind(individual.genome);
  }
};

struct PrefersKind {
  const Secondary* secondary;
  bool operator()(std::size_t a, std::size_t b) const { return secondary->prefers(a, b); }
};

/// The fittest survive; of equals, those the secondary objective prefers.
[[nodiscard]] inline auto fittest(const Secondary& secondary) {
  using Preferring = evolve::Preferring<KindOfTest, PrefersKind>;
  return EitherSurvival<evolve::MuPlusLambda, Preferring>{
      !secondary.enabled(), {}, Preferring(KindOfTest{&secondary}, PrefersKind{&secondary})};
}

}  // namespace reenact
