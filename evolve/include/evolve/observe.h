// Who is told about a run: called with the state after each generation, the initial one included.
#pragma once

#include <concepts>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "evolve/individual.h"

namespace evolve {

template <typename O, typename StateOf>
concept Observer = std::invocable<O&, const StateOf&>;

struct Silent {
  template <typename StateOf>
  void operator()(const StateOf&) const {}
};

/// Best and mean score of one generation.
struct Summary {
  std::uint64_t generation = 0;
  std::uint64_t evaluations = 0;
  double best = 0;  // of the whole run
  double mean = 0;  // of this generation
};

/// Appends a summary of each generation to a list of the caller's, which must outlive the run.
class History {
 public:
  explicit History(std::vector<Summary>& out) : out_(&out) {}

  template <typename StateOf>
    requires requires(const StateOf& state) { state.best(); }
  void operator()(const StateOf& state) {
    double sum = 0;
    for (const auto& each : state.population.members()) sum += each.score;
    out_->push_back(
        {state.generation, state.evaluations, state.best().score, sum / static_cast<double>(state.population.size())});
  }

 private:
  std::vector<Summary>* out_;
};

template <typename... Observers>
struct All {
  std::tuple<Observers...> observers;
  template <typename StateOf>
  void operator()(const StateOf& state) {
    std::apply([&](auto&... each) { (each(state), ...); }, observers);
  }
};

/// Several observers, told in this order.
template <typename... Observers>
[[nodiscard]] All<Observers...> all(Observers... observers) {
  return {std::tuple<Observers...>(std::move(observers)...)};
}

}  // namespace evolve
