// When a run ends: asked after each generation, the initial one included. Conditions combine with || and &&,
// and any function `state -> bool` is one; wrap it in `when` to combine it.
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>

namespace evolve {

template <typename T, typename StateOf>
concept Termination = requires(T& stop, const StateOf& state) {
  { stop(state) } -> std::convertible_to<bool>;
};

/// What `||` and `&&` below apply to.
struct Combinable {};

struct Generations : Combinable {
  std::uint64_t count;
  explicit Generations(std::uint64_t count) : count(count) {}
  template <typename StateOf>
  bool operator()(const StateOf& state) const {
    return state.generation >= count;
  }
};
struct Evaluations : Combinable {
  std::uint64_t count;
  explicit Evaluations(std::uint64_t count) : count(count) {}
  template <typename StateOf>
  bool operator()(const StateOf& state) const {
    return state.evaluations >= count;
  }
};
struct FitnessReached : Combinable {
  double score;
  explicit FitnessReached(double score) : score(score) {}
  template <typename StateOf>
  bool operator()(const StateOf& state) const {
    return state.reached(score);
  }
};
struct Stagnation : Combinable {
  std::uint64_t generations;
  explicit Stagnation(std::uint64_t generations) : generations(generations) {}
  template <typename StateOf>
    requires requires(const StateOf& state) { state.best(); }
  bool operator()(const StateOf& state) const {
    return state.stagnant >= generations;
  }
};
template <typename Predicate>
struct When : Combinable {
  Predicate predicate;
  explicit When(Predicate predicate) : predicate(std::move(predicate)) {}
  template <typename StateOf>
  bool operator()(const StateOf& state) {
    return predicate(state);
  }
};

/// After this many generations; the initial population is number 0.
[[nodiscard]] inline Generations generations(std::uint64_t count) { return Generations(count); }
/// Once this many individuals have been evaluated; a generation is always finished.
[[nodiscard]] inline Evaluations evaluations(std::uint64_t count) { return Evaluations(count); }
/// Once the best score is as good as this one, or better.
[[nodiscard]] inline FitnessReached fitness_reached(double score) { return FitnessReached(score); }
/// Once the best score has not improved for this many generations.
[[nodiscard]] inline Stagnation stagnation(std::uint64_t generations) { return Stagnation(generations); }
/// Once `predicate(state)` holds.
template <typename Predicate>
[[nodiscard]] When<Predicate> when(Predicate predicate) {
  return When<Predicate>(std::move(predicate));
}

template <typename A, typename B>
struct Either : Combinable {
  A a;
  B b;
  Either(A a, B b) : a(std::move(a)), b(std::move(b)) {}
  template <typename StateOf>
  bool operator()(const StateOf& state) {
    return a(state) || b(state);
  }
};
template <typename A, typename B>
struct Both : Combinable {
  A a;
  B b;
  Both(A a, B b) : a(std::move(a)), b(std::move(b)) {}
  template <typename StateOf>
  bool operator()(const StateOf& state) {
    return a(state) && b(state);
  }
};

template <std::derived_from<Combinable> A, std::derived_from<Combinable> B>
[[nodiscard]] Either<A, B> operator||(A a, B b) {
  return Either<A, B>(std::move(a), std::move(b));
}
template <std::derived_from<Combinable> A, std::derived_from<Combinable> B>
[[nodiscard]] Both<A, B> operator&&(A a, B b) {
  return Both<A, B>(std::move(a), std::move(b));
}

}  // namespace evolve
